import { licenseFault, type ApiLicense } from './api-license.js';
import { SCOPES, type Scope } from './scopes.js';

export function scopeText(scopes: readonly Scope[]): string {
  return scopes.length === SCOPES.length ? 'all' : scopes.join(' ');
}

/** @param now milliseconds since the epoch */
export function licenceText(licence: ApiLicense, now: number): string {
  if (licenseFault(licence, now) === undefined)
    return licence.until === undefined ? 'valid' : `valid until ${licence.until}`;
  return licence.state === 'valid' ? `expired ${licence.until ?? ''}` : licence.state;
}
