import { InvalidTokenError } from './auth-error.js';

/**
 * The form of the platform's own tokens, which its command line requires: the organisation's Id (15 characters), `!`,
 * then only letters, digits, `_` and `.`. After `!` comes an access token in base64url, with `_0` for `_` and `_1` for
 * `-`, so that each token has exactly one such form.
 */
const ORGANISATION_LENGTH = 15;

/** @param organisationId 15 or 18 characters */
export function toPlatformForm(token: string, organisationId: string): string {
  const text = token.replaceAll('_', '_0').replaceAll('-', '_1');
  return `${organisationId.slice(0, ORGANISATION_LENGTH)}!${text}`;
}

/**
 * Converts a token back from the platform's form. Returns other strings unchanged. Does not verify the token.
 * @throws InvalidTokenError for a token of another organisation, or an invalid encoding
 */
export function fromPlatformForm(text: string, organisationId: string): string {
  if (text.charCodeAt(ORGANISATION_LENGTH) !== 33) return text;
  if (!text.startsWith(organisationId.slice(0, ORGANISATION_LENGTH)))
    throw new InvalidTokenError('the token belongs to another organisation');
  const token = text
    .slice(ORGANISATION_LENGTH + 1)
    .replaceAll('_1', '-')
    .replaceAll('_0', '_');
  if (toPlatformForm(token, organisationId) !== text) throw new InvalidTokenError('the token is not in canonical form');
  return token;
}
