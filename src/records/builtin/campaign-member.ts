import type { BuiltInObject } from './built-in-object.js';

/** Unlike the platform, the person's name and address are not copied here. */
export const campaignMember: BuiltInObject = {
  name: 'CampaignMember',
  keyPrefix: '00v',
  label: 'Campaign Member',
  fields: [
    { name: 'CampaignId', type: 'reference', referenceTo: ['Campaign'], required: true, label: 'Campaign ID' },
    { name: 'LeadId', type: 'reference', referenceTo: ['Lead'], label: 'Lead ID' },
    { name: 'ContactId', type: 'reference', referenceTo: ['Contact'], label: 'Contact ID' },
    { name: 'Status', type: 'picklist', default: 'Sent' },
    { name: 'HasResponded', type: 'boolean', default: false, label: 'Responded' },
    { name: 'FirstRespondedDate', type: 'date', label: 'First Responded Date' },
  ],
};
