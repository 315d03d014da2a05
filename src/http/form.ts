import { GrantError } from '../auth/grant-error.js';
import { json, type Answer } from './answer.js';
import { readBody } from './body.js';
import { audiences, instanceUrl } from './instance-url.js';
import { parseMediaType } from './media-type.js';
import { Refusal } from './refusal.js';
import type { Endpoint, Exchange } from './resource.js';
import type { Runtime } from './runtime.js';
import type { GrantRequest } from '../auth/grants.js';

/** A form with an assertion has a few thousand bytes. */
const BODY_LIMIT = 65_536;
const MOST_PARAMETERS = 20;

/**
 * An endpoint of OAuth: takes a form, and answers and errors are those of OAuth, not the platform's array. Every
 * attempt counts as a login of its address.
 *
 * @param refused is told of a refusal
 * @param statusOf of a refusal that is not for asking too often
 */
export function formEndpoint(
  { load, settings }: Runtime,
  answer: (request: GrantRequest, exchange: Exchange) => Answer,
  refused: (error: GrantError, address: string) => void = () => undefined,
  statusOf: (error: GrantError) => number = () => 400,
): Endpoint {
  return async (exchange): Promise<Answer> => {
    const { request } = exchange;
    const address = load.login(request);
    try {
      const { type } = parseMediaType(request.headers['content-type'] ?? '');
      if (type !== 'application/x-www-form-urlencoded')
        throw new GrantError('invalid_request', 'Content-Type: expected application/x-www-form-urlencoded');
      if (request.headers['content-encoding'] !== undefined)
        throw new GrantError('invalid_request', 'Content-Encoding: a form must not be packed');
      const form = parseForm((await readBody(request, BODY_LIMIT, 'identity', load)).toString('utf8'));
      const url = instanceUrl(settings, request.socket);
      const { authorization } = request.headers;
      return answer(
        { form, authorization, address, instanceUrl: url, audiences: audiences(url, request.socket) },
        exchange,
      );
    } catch (error) {
      if (error instanceof GrantError) {
        refused(error, address);
        if (error.tooOften === undefined) return failure(statusOf(error), error.error, error.message);
        load.shed(error.tooOften.what);
        // The next attempt has to connect anew.
        const headers = ['Retry-After', String(error.tooOften.retryAfter), 'Connection', 'close'];
        return failure(429, error.error, error.message, headers);
      }
      if (error instanceof Refusal) return failure(400, 'invalid_request', error.message);
      throw error;
    }
  };
}

/** Of what holds tokens: nothing on the way may keep it (RFC 6749, 5.1). */
export const UNKEPT: readonly string[] = ['Pragma', 'no-cache'];

/**
 * A parameter must not stand twice (RFC 6749, 3.2). Names are keys of a Map: none of them means anything to the
 * language.
 */
function parseForm(text: string): Map<string, string> {
  const form = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (form.has(name)) throw new GrantError('invalid_request', 'a parameter stands twice');
    if (form.size >= MOST_PARAMETERS)
      throw new GrantError('invalid_request', `more than ${MOST_PARAMETERS} parameters`);
    form.set(name, value);
  }
  return form;
}

function failure(
  status: number,
  error: GrantError['error'],
  description: string,
  headers: readonly string[] = [],
): Answer {
  return json({ error, error_description: description }, status, [...UNKEPT, ...headers]);
}
