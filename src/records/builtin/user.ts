import { type BuiltInObject, addressFields, personNameFields } from './parts.js';

/** Owners of records. No login and locale settings: nobody logs in here as a user. */
export const user: BuiltInObject = {
  name: 'User',
  keyPrefix: '005',
  hasCompoundName: true,
  fields: [
    { name: 'Username', type: 'string', length: 80, required: true, externalId: true },
    ...personNameFields,
    { name: 'Email', type: 'email', length: 128, required: true },
    { name: 'Alias', type: 'string', length: 8 },
    { name: 'CommunityNickname', type: 'string', length: 40, label: 'Nickname' },
    { name: 'IsActive', type: 'boolean', default: true, label: 'Active' },
    { name: 'CompanyName', type: 'string', length: 80, label: 'Company Name' },
    { name: 'Division', type: 'string', length: 80 },
    { name: 'Department', type: 'string', length: 80 },
    { name: 'Title', type: 'string', length: 80 },
    ...addressFields(''),
    { name: 'Phone', type: 'phone' },
    { name: 'MobilePhone', type: 'phone', label: 'Mobile' },
    { name: 'Fax', type: 'phone' },
    { name: 'Extension', type: 'phone' },
    { name: 'EmployeeNumber', type: 'string', length: 20, label: 'Employee Number' },
    { name: 'FederationIdentifier', type: 'string', length: 512, label: 'SAML Federation ID' },
    { name: 'ManagerId', type: 'reference', referenceTo: ['User'], label: 'Manager ID' },
    { name: 'AboutMe', type: 'textarea', length: 1000, label: 'About Me' },
    { name: 'UserType', type: 'picklist', label: 'User Type' },
    { name: 'TimeZoneSidKey', type: 'picklist', length: 40, label: 'Time Zone' },
    { name: 'LocaleSidKey', type: 'picklist', length: 40, label: 'Locale' },
    { name: 'LanguageLocaleKey', type: 'picklist', length: 40, label: 'Language' },
    { name: 'EmailEncodingKey', type: 'picklist', length: 40, label: 'Email Encoding' },
  ],
};

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
