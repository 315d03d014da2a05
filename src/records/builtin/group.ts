import type { BuiltInObject } from './built-in-object.js';

/** Queues (`Type` is `Queue`) own records that nobody has taken yet. Members are not stored. */
export const group: BuiltInObject = {
  name: 'Group',
  keyPrefix: '00G',
  fields: [
    { name: 'Name', type: 'string', length: 40, required: true },
    { name: 'DeveloperName', type: 'string', length: 80, externalId: true, label: 'Developer Name' },
    { name: 'Type', type: 'picklist', length: 40 },
    { name: 'Email', type: 'email' },
    { name: 'DoesSendEmailToMembers', type: 'boolean', label: 'Send Email to Members' },
    { name: 'DoesIncludeBosses', type: 'boolean', label: 'Include Bosses' },
  ],
};
