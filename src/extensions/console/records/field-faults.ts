import { ApiError } from '../api/call.js';
import type { FieldInfo } from '../api/types.js';
import { say, texts } from '../texts.js';

/** Returns the field errors in an error response by field name, worded for display below the inputs. */
export function fieldFaults(error: Error | undefined, fields: readonly FieldInfo[]): ReadonlyMap<string, string> {
  const faults = error instanceof ApiError ? error.faults : [];
  const found = new Map<string, string>();
  for (const { errorCode, message, fields: names } of faults)
    for (const name of names) {
      const field = fields.find((one) => one.name.toLowerCase() === name.toLowerCase());
      if (field !== undefined) found.set(field.name, inWords(errorCode, message, field));
    }
  return found;
}

function inWords(code: string, message: string, { type, length }: FieldInfo): string {
  const { faults } = texts.record;
  switch (code) {
    case 'REQUIRED_FIELD_MISSING':
      return faults.missing;
    case 'STRING_TOO_LONG':
      return say(faults.long, length);
    case 'INVALID_EMAIL_ADDRESS':
      return faults.email;
    case 'INVALID_TYPE_ON_FIELD_IN_RECORD':
      return type === 'date' || type === 'datetime' ? faults.date : faults.number;
    case 'MALFORMED_ID':
      return faults.id;
    case 'INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST':
      return faults.choice;
    default: {
      // The message starts with the field's name, which is visible anyway.
      const text = message.replace(/^'?\w+'?: /, '');
      return text.charAt(0).toUpperCase() + text.slice(1);
    }
  }
}
