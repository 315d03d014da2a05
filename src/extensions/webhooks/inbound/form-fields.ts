import type { WebForm } from '../../../store/config/inbound-schema.js';

/** Field names by their names in Web-to-Lead forms. */
const LEAD_NAMES: Readonly<Record<string, string>> = {
  ...{ first_name: 'FirstName', last_name: 'LastName', salutation: 'Salutation', title: 'Title', email: 'Email' },
  ...{ company: 'Company', phone: 'Phone', mobile: 'MobilePhone', fax: 'Fax', url: 'Website' },
  ...{ street: 'Street', city: 'City', state: 'State', state_code: 'StateCode', zip: 'PostalCode' },
  ...{ country: 'Country', country_code: 'CountryCode', description: 'Description', lead_source: 'LeadSource' },
  ...{ industry: 'Industry', rating: 'Rating', revenue: 'AnnualRevenue', employees: 'NumberOfEmployees' },
  ...{ emailoptout: 'HasOptedOutOfEmail', faxoptout: 'HasOptedOutOfFax', donotcall: 'DoNotCall' },
};
/** Field names by their names in Web-to-Case forms. */
const CASE_NAMES: Readonly<Record<string, string>> = {
  ...{ name: 'SuppliedName', email: 'SuppliedEmail', phone: 'SuppliedPhone', company: 'SuppliedCompany' },
  ...{ subject: 'Subject', description: 'Description', type: 'Type', status: 'Status', reason: 'Reason' },
  ...{ priority: 'Priority' },
};
const USUAL: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Lead: LEAD_NAMES,
  Contact: LEAD_NAMES,
  Case: CASE_NAMES,
};

/**
 * Reads the form's configured fields, and the platform's usual names. Other input is ignored. Repeated values are
 * joined by semicolons, as on the platform.
 */
export function recordOf(form: WebForm, sent: URLSearchParams): Record<string, unknown> {
  const values = new Map<string, string[]>();
  for (const [name, value] of sent) {
    const field = fieldOf(form, name.toLowerCase());
    if (field === undefined || value.trim() === '') continue;
    const all = values.get(field);
    if (all === undefined) values.set(field, [value.trim()]);
    else all.push(value.trim());
  }
  return {
    ...form.defaults,
    ...Object.fromEntries([...values].map(([field, all]) => [field, valueOf(form, field, all)])),
  };
}

function fieldOf({ type, fields }: WebForm, name: string): string | undefined {
  const own = fields.get(name);
  if (own !== undefined) return own;
  const usual = USUAL[type.name];
  const field = usual && Object.hasOwn(usual, name) ? type.field(usual[name]!) : undefined;
  return field?.isWritable === true ? field.name : undefined;
}

/** Converts a value. Browsers send `1` or `on` for a ticked box. */
function valueOf({ type }: WebForm, field: string, all: readonly string[]): unknown {
  if (type.field(field)?.type === 'boolean') return ['1', 'on', 'true', 'yes'].includes(all[0]!.toLowerCase());
  return all.join(';');
}
