import { InvalidTokenError } from './auth-error.js';

/**
 * The form that the platform's own tokens have and that its command line insists on: the organisation's Id of 15
 * characters, `!`, then letters, digits, `_` and `.` only. Ours holds an access token: base64url without `-`, so `_` is
 * written `_0` and `-` is written `_1`. Each token has exactly one such form.
 */
const ORGANISATION_LENGTH = 15;

/** @param organisationId 15 or 18 characters */
export function toPlatformForm(token: string, organisationId: string): string {
  const text = token.replaceAll('_', '_0').replaceAll('-', '_1');
  return `${organisationId.slice(0, ORGANISATION_LENGTH)}!${text}`;
}

/**
 * The access token that is meant: what does not have the platform's form is returned as it is. Nothing of it is
 * verified yet.
 *
 * @throws InvalidTokenError for a token of another organisation, or one that nobody writes so
 */
export function fromPlatformForm(text: string, organisationId: string): string {
  if (text.charCodeAt(ORGANISATION_LENGTH) !== 33) return text;
  if (!text.startsWith(organisationId.slice(0, ORGANISATION_LENGTH)))
    throw new InvalidTokenError('of another organisation');
  const token = text
    .slice(ORGANISATION_LENGTH + 1)
    .replaceAll('_1', '-')
    .replaceAll('_0', '_');
  if (toPlatformForm(token, organisationId) !== text) throw new InvalidTokenError('not in its one form');
  return token;
}
