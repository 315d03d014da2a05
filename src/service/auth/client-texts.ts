import { licenseFault, type ApiLicense } from './api-license.js';
import { SCOPES, type Scope } from './scopes.js';

/** Formats scopes as one line, for lists and the audit log. */
export function scopeText(scopes: readonly Scope[]): string {
  return scopes.length === SCOPES.length ? 'all' : scopes.join(' ');
}

/** Formats a license as text. @param now milliseconds since the epoch */
export function licenceText(licence: ApiLicense, now: number): string {
  if (licenseFault(licence, now) === undefined)
    return licence.until === undefined ? 'valid' : `valid until ${licence.until}`;
  return licence.state === 'valid' ? `expired ${licence.until ?? ''}` : licence.state;
}
