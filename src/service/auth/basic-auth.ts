/**
 * Parses client Id and secret from an HTTP Basic header. Id and secret were form-encoded before they were joined (RFC
 * 6749, 2.3.1). Returns `undefined` if invalid.
 */
export function parseBasic(authorization: string): { clientId: string; clientSecret: string } | undefined {
  if (authorization.slice(0, 6).toLowerCase() !== 'basic ' || authorization.length > 4_096) return undefined;
  const text = Buffer.from(authorization.slice(6).trim(), 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0) return undefined;
  try {
    return { clientId: formDecode(text.slice(0, colon)), clientSecret: formDecode(text.slice(colon + 1)) };
  } catch {
    return undefined;
  }
}

function formDecode(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}
