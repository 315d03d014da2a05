import { type BuiltInObject, addressFields, descriptionField, ownerField } from './parts.js';

export const asset: BuiltInObject = {
  name: 'Asset',
  keyPrefix: '02i',
  fields: [
    { name: 'Name', type: 'string', length: 255, required: true, label: 'Asset Name' },
    { name: 'AccountId', type: 'reference', referenceTo: ['Account'], label: 'Account ID' },
    { name: 'ContactId', type: 'reference', referenceTo: ['Contact'], label: 'Contact ID' },
    { name: 'ParentId', type: 'reference', referenceTo: ['Asset'], label: 'Parent Asset ID' },
    { name: 'SerialNumber', type: 'string', length: 80, label: 'Serial Number' },
    { name: 'ProductCode', type: 'string', length: 255, label: 'Product Code' },
    { name: 'StockKeepingUnit', type: 'string', length: 180, label: 'Product SKU' },
    { name: 'Status', type: 'picklist' },
    { name: 'Price', type: 'currency' },
    { name: 'Quantity', type: 'number' },
    { name: 'PurchaseDate', type: 'date', label: 'Purchase Date' },
    { name: 'InstallDate', type: 'date', label: 'Install Date' },
    { name: 'UsageEndDate', type: 'date', label: 'Usage End Date' },
    { name: 'ManufactureDate', type: 'date', label: 'Manufacture Date' },
    { name: 'IsCompetitorProduct', type: 'boolean', label: 'Competitor Asset' },
    { name: 'IsInternal', type: 'boolean', label: 'Internal Asset' },
    ...addressFields(''),
    descriptionField,
    ownerField,
  ],
};
