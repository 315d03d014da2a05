import { HttpError } from '../response/http-error.js';

export type ContentEncoding = 'identity' | 'gzip' | 'deflate' | 'br';

const USUAL = new Set(['application/json', 'application/json; charset=utf-8', 'application/json;charset=utf-8']);

/** Accepts `application/json` and `application/*+json` in UTF-8. @throws HttpError 415 */
export function requireJson(contentType: string | undefined): void {
  if (contentType !== undefined && USUAL.has(contentType.toLowerCase())) return;
  const { type, charset } = parseMediaType(contentType ?? '');
  if (type !== 'application/json' && !(type.startsWith('application/') && type.endsWith('+json')))
    throw unsupported(`Content-Type: expected application/json, got ${shown(contentType)}`);
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8')
    throw unsupported(`Content-Type: expected charset utf-8, got ${shown(charset)}`);
}

/** Parses `Content-Encoding`. @throws HttpError 415 unless it is a single encoding: gzip, deflate or br */
export function contentEncoding(header: string | undefined): ContentEncoding {
  const encoding = header?.trim().toLowerCase();
  switch (encoding) {
    case undefined:
    case '':
    case 'identity':
      return 'identity';
    case 'gzip':
    case 'x-gzip':
      return 'gzip';
    case 'deflate':
    case 'br':
      return encoding;
    default:
      throw unsupported(`Content-Encoding: expected gzip, deflate or br, got ${shown(header)}`);
  }
}

/** Parses a media type into lower case without quotes. */
export function parseMediaType(header: string): { type: string; charset: string | undefined } {
  const [type = '', ...parameters] = header.slice(0, 256).split(';');
  let charset: string | undefined;
  for (const parameter of parameters) {
    const [name = '', value = ''] = parameter.split('=');
    if (name.trim().toLowerCase() === 'charset') charset = value.trim().replaceAll('"', '').toLowerCase();
  }
  return { type: type.trim().toLowerCase(), charset };
}

function unsupported(message: string): HttpError {
  return new HttpError(415, 'UNSUPPORTED_MEDIA_TYPE', [message]);
}

function shown(value: string | undefined): string {
  return value === undefined ? 'none' : `'${value.slice(0, 80)}'`;
}
