import { type BuiltInObject, descriptionField, ownerField } from './parts.js';

export const opportunity: BuiltInObject = {
  name: 'Opportunity',
  keyPrefix: '006',
  fields: [
    { name: 'Name', type: 'string', length: 120, required: true },
    { name: 'AccountId', type: 'reference', referenceTo: ['Account'], label: 'Account ID' },
    { name: 'ContactId', type: 'reference', referenceTo: ['Contact'], label: 'Contact ID' },
    { name: 'CampaignId', type: 'reference', referenceTo: ['Campaign'], label: 'Campaign ID' },
    { name: 'StageName', type: 'picklist', required: true, label: 'Stage' },
    { name: 'CloseDate', type: 'date', required: true, label: 'Close Date' },
    { name: 'Amount', type: 'currency' },
    { name: 'ExpectedRevenue', type: 'currency', label: 'Expected Amount' },
    { name: 'Probability', type: 'percent', label: 'Probability (%)' },
    { name: 'TotalOpportunityQuantity', type: 'number', label: 'Quantity' },
    { name: 'Type', type: 'picklist', label: 'Opportunity Type' },
    { name: 'NextStep', type: 'string', length: 255, label: 'Next Step' },
    { name: 'LeadSource', type: 'picklist', label: 'Lead Source' },
    { name: 'ForecastCategoryName', type: 'picklist', length: 40, label: 'Forecast Category' },
    { name: 'IsClosed', type: 'boolean', label: 'Closed' },
    { name: 'IsWon', type: 'boolean', label: 'Won' },
    { name: 'IsPrivate', type: 'boolean', label: 'Private' },
    ownerField,
    descriptionField,
    { name: 'LastActivityDate', type: 'date', label: 'Last Activity' },
  ],
};
