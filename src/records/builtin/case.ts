import { type BuiltInObject, descriptionField, ownerField } from './parts.js';

export const caseObject: BuiltInObject = {
  name: 'Case',
  keyPrefix: '500',
  fields: [
    { name: 'CaseNumber', type: 'autoNumber', autoNumber: '{00000000}', label: 'Case Number' },
    { name: 'ContactId', type: 'reference', referenceTo: ['Contact'], label: 'Contact ID' },
    { name: 'AccountId', type: 'reference', referenceTo: ['Account'], label: 'Account ID' },
    { name: 'AssetId', type: 'reference', referenceTo: ['Asset'], label: 'Asset ID' },
    { name: 'ParentId', type: 'reference', referenceTo: ['Case'], label: 'Parent Case ID' },
    { name: 'SuppliedName', type: 'string', length: 80, label: 'Web Name' },
    { name: 'SuppliedEmail', type: 'email', label: 'Web Email' },
    { name: 'SuppliedPhone', type: 'phone', label: 'Web Phone' },
    { name: 'SuppliedCompany', type: 'string', length: 80, label: 'Web Company' },
    { name: 'Subject', type: 'string', length: 255 },
    descriptionField,
    { name: 'Type', type: 'picklist', label: 'Case Type' },
    { name: 'Status', type: 'picklist', default: 'New' },
    { name: 'Reason', type: 'picklist', label: 'Case Reason' },
    { name: 'Origin', type: 'picklist', label: 'Case Origin' },
    { name: 'Priority', type: 'picklist', default: 'Medium' },
    { name: 'IsClosed', type: 'boolean', label: 'Closed' },
    { name: 'ClosedDate', type: 'datetime', label: 'Closed Date' },
    { name: 'IsEscalated', type: 'boolean', default: false, label: 'Escalated' },
    { name: 'Comments', type: 'textarea', length: 4000, label: 'Internal Comments' },
    ownerField,
  ],
};
