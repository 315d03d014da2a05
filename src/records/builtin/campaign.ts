import type { BuiltInObject } from './built-in-object.js';
import { descriptionField, ownerField } from './parts.js';

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
