import { type BuiltInObject, descriptionField, ownerField } from './parts.js';

/** About a person (`WhoId`) and a thing (`WhatId`). To point `WhatId` to custom objects, extend it. */
export const task: BuiltInObject = {
  name: 'Task',
  keyPrefix: '00T',
  fields: [
    { name: 'Subject', type: 'string', length: 255 },
    { name: 'WhoId', type: 'reference', referenceTo: ['Contact', 'Lead'], label: 'Name ID' },
    {
      name: 'WhatId',
      type: 'reference',
      referenceTo: ['Account', 'Opportunity', 'Campaign', 'Case', 'Asset'],
      label: 'Related To ID',
    },
    { name: 'AccountId', type: 'reference', referenceTo: ['Account'], label: 'Account ID' },
    { name: 'ActivityDate', type: 'date', label: 'Due Date Only' },
    { name: 'Status', type: 'picklist', default: 'Not Started' },
    { name: 'Priority', type: 'picklist', default: 'Normal' },
    { name: 'Type', type: 'picklist' },
    { name: 'TaskSubtype', type: 'picklist', length: 40, label: 'Task Subtype' },
    { name: 'IsClosed', type: 'boolean', label: 'Closed' },
    { name: 'IsHighPriority', type: 'boolean', label: 'High Priority' },
    { name: 'CallType', type: 'picklist', length: 40, label: 'Call Type' },
    { name: 'CallDurationInSeconds', type: 'integer', label: 'Call Duration' },
    { name: 'CallDisposition', type: 'string', length: 255, label: 'Call Result' },
    { name: 'CallObject', type: 'string', length: 255, label: 'Call Object Identifier' },
    { name: 'ReminderDateTime', type: 'datetime', label: 'Reminder Date/Time' },
    { name: 'IsReminderSet', type: 'boolean', label: 'Reminder Set' },
    { name: 'CompletedDateTime', type: 'datetime', label: 'Completed Date/Time' },
    ownerField,
    descriptionField,
  ],
};
