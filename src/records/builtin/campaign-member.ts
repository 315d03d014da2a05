import type { BuiltInObject } from './built-in-object.js';

/**
 * A lead or contact in a campaign. The platform copies the person's name and address here; this service leaves them
 * with the person.
 */
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
