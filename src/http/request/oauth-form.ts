import type { Request } from 'express';
import { z } from 'zod';
import { GrantError } from '../../service/auth/grant-error.js';
import type { GrantRequest } from '../../service/auth/grants.js';
import type { AppContext } from '../endpoint.js';
import { audiences, instanceUrl } from '../instance-url.js';
import { json, type Answer } from '../response/answer.js';
import { HttpError } from '../response/http-error.js';
import { parseMediaType } from './media-type.js';
import { readBody } from './request-body.js';

export const FORM_TYPE = 'application/x-www-form-urlencoded';
/** Maximum size of a form in bytes. A form with an assertion has a few thousand bytes. */
const BODY_LIMIT = 65_536;
const MOST_PARAMETERS = 20;

/** Responses with tokens must not be cached (RFC 6749, 5.1). */
export const NOT_CACHED: readonly string[] = ['Pragma', 'no-cache'];

export const TOKEN_ERROR = {
  schema: z
    .strictObject({
      error: z.enum([
        'invalid_grant',
        'invalid_client_id',
        'invalid_client',
        'unsupported_grant_type',
        'invalid_request',
        'invalid_scope',
      ]),
      error_description: z.string(),
    })
    .meta({ id: 'TokenError' }),
  example: { error: 'invalid_client', error_description: 'invalid client credentials' },
};

export interface FormHandlers {
  readonly answer: (request: GrantRequest) => Answer | Promise<Answer>;
  readonly refused?: (error: GrantError, address: string) => void;
  /** Returns the status of an error. Default: 400. Too many requests always get 429. */
  readonly statusOf?: (error: GrantError) => number;
}

/** Handles a form request with OAuth responses and errors. Every attempt counts as a login from its IP address. */
export async function answerForm(
  request: Request,
  { admission, settings }: AppContext,
  { answer, refused, statusOf }: FormHandlers,
): Promise<Answer> {
  const address = admission.login(request);
  try {
    const form = await readForm(request, { admission });
    const url = instanceUrl(settings, request.socket);
    const { authorization } = request.headers;
    return await answer({ form, authorization, address, instanceUrl: url, audiences: audiences(url, request.socket) });
  } catch (error) {
    if (error instanceof GrantError) {
      refused?.(error, address);
      if (error.tooOften === undefined) return failure(statusOf?.(error) ?? 400, error.error, error.message);
      admission.shed(error.tooOften.what);
      // Close the connection, so that the next attempt must reconnect.
      const headers = ['Retry-After', String(error.tooOften.retryAfter), 'Connection', 'close'];
      return failure(429, error.error, error.message, headers);
    }
    if (error instanceof HttpError) return failure(400, 'invalid_request', error.message);
    throw error;
  }
}

/** @throws GrantError for an invalid form, HttpError if the form is too long */
export async function readForm(
  request: Request,
  { admission }: Pick<AppContext, 'admission'>,
): Promise<Map<string, string>> {
  const { type } = parseMediaType(request.headers['content-type'] ?? '');
  if (type !== FORM_TYPE) throw new GrantError('invalid_request', `Content-Type: expected ${FORM_TYPE}`);
  if (request.headers['content-encoding'] !== undefined)
    throw new GrantError('invalid_request', 'Content-Encoding: a form must not be compressed');
  const body = await readBody(request, BODY_LIMIT, 'identity', admission);
  return parseForm(new URLSearchParams(body.toString('utf8')));
}

/**
 * Parses parameters, which must not repeat (RFC 6749, 3.2). Returns a Map, in which names such as `__proto__` are
 * ordinary keys. @throws GrantError
 */
export function parseForm(parameters: URLSearchParams): Map<string, string> {
  const form = new Map<string, string>();
  for (const [name, value] of parameters) {
    if (form.has(name)) throw new GrantError('invalid_request', 'a parameter is repeated');
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
  return json({ error, error_description: description }, status, [...NOT_CACHED, ...headers]);
}
