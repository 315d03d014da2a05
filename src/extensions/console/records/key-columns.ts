import type { FieldInfo, ObjectDescription } from '../api/types.js';

/** Fields by which people recognise a record. The first existing field of each list is used. */
const COLUMNS = [
  ['Name'],
  ['Email', 'PersonEmail', 'Website'],
  ['Phone', 'MobilePhone', 'PersonMobilePhone'],
  ['MailingCity', 'BillingCity', 'City', 'PersonMailingCity'],
  ['Birthdate', 'PersonBirthdate', 'BillingStreet', 'Company'],
];

export const keyColumns = ({ fields }: ObjectDescription): FieldInfo[] =>
  COLUMNS.flatMap((names) => {
    const field = names.map((name) => fields.find((one) => one.name === name)).find((one) => one !== undefined);
    return field === undefined ? [] : [field];
  });
