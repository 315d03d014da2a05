import type { IncomingMessage } from 'node:http';
import { RequestError } from '../../records/contract/request-error.js';

export const DUPLICATE_RULE_HEADER = 'Sforce-Duplicate-Rule-Header';
const OPTIONS = new Set(['allowsave', 'includerecorddetails', 'runascurrentuser']);

/** How a request wants duplicates to be treated. */
export interface DuplicateRule {
  /** Whether a duplicate record is created. */
  readonly allowsSave: boolean;
  readonly includesDetails: boolean;
}

/**
 * Parses `allowSave=false; includeRecordDetails=true; runAsCurrentUser=true`, separated by semicolons or commas. By
 * default, duplicates are saved, as on the platform without an active rule. @throws RequestError 400 for unknown parts
 */
export function duplicateRuleOf({ headers }: Pick<IncomingMessage, 'headers'>): DuplicateRule {
  const header = headers[DUPLICATE_RULE_HEADER.toLowerCase()];
  if (header === undefined) return { allowsSave: true, includesDetails: false };
  const options = new Map<string, boolean>();
  for (const part of String(header).split(/[;,]/)) {
    const [name, value, ...more] = part.split('=').map((text) => text.trim().toLowerCase());
    if (name === undefined || name === '') continue;
    if (!OPTIONS.has(name) || (value !== 'true' && value !== 'false') || more.length > 0)
      throw new RequestError(
        400,
        'INVALID_QUERY_PARAMETER',
        `${DUPLICATE_RULE_HEADER}: expected allowSave=true or false, with includeRecordDetails and runAsCurrentUser`,
      );
    options.set(name, value === 'true');
  }
  return {
    allowsSave: options.get('allowsave') ?? false,
    includesDetails: options.get('includerecorddetails') === true,
  };
}
