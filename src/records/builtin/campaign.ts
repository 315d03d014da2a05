import { type BuiltInObject, descriptionField, ownerField } from './parts.js';

export const campaign: BuiltInObject = {
  name: 'Campaign',
  keyPrefix: '701',
  fields: [
    { name: 'Name', type: 'string', length: 80, required: true },
    { name: 'ParentId', type: 'reference', referenceTo: ['Campaign'], label: 'Parent Campaign ID' },
    { name: 'Type', type: 'picklist' },
    { name: 'Status', type: 'picklist', default: 'Planned' },
    { name: 'StartDate', type: 'date', label: 'Start Date' },
    { name: 'EndDate', type: 'date', label: 'End Date' },
    { name: 'ExpectedRevenue', type: 'currency', label: 'Expected Revenue' },
    { name: 'BudgetedCost', type: 'currency', label: 'Budgeted Cost' },
    { name: 'ActualCost', type: 'currency', label: 'Actual Cost' },
    { name: 'ExpectedResponse', type: 'percent', label: 'Expected Response (%)' },
    { name: 'NumberSent', type: 'number', label: 'Num Sent' },
    { name: 'IsActive', type: 'boolean', default: false, label: 'Active' },
    descriptionField,
    ownerField,
    { name: 'LastActivityDate', type: 'date', label: 'Last Activity' },
  ],
};

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
