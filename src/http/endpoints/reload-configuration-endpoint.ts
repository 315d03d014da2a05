import { z } from 'zod';
import type { ErrorCode } from '../../records/contract/error-codes.js';
import { ConfigurationError, type Problem } from '../../store/config/problem.js';
import { RestartNeededError } from '../../service/config/live-configuration.js';
import { actorOf } from '../caller.js';
import { endpoint, ok } from '../endpoint.js';
import { json } from '../response/answer.js';
import { HttpError } from '../response/http-error.js';

const MOST_MESSAGES = 10;

const reloadedSchema = z
  .strictObject({
    ok: z.boolean(),
    rebuilt: z.array(z.string()).describe('Objects whose indexes were rebuilt'),
  })
  .meta({ id: 'Reloaded' });

export const reloadConfiguration = endpoint('reloadConfiguration', 'POST', '{product}/configuration/reload', {
  about: 'all',
  tag: 'Administration',
  isAuditedInside: true,
  scope: 'admin',
  summary: 'Reload the configuration folder. No body is required',
  description:
    'Scenarios, filters, cross-object maps, survivorship rules and lists are in use when the response arrives. Other requests are not interrupted. If the folder contains an error, or a change that requires a restart (objects, and settings other than `jobs`), nothing is reloaded and the response names the problem.',
  responses: ok({ description: 'Reloaded', schema: reloadedSchema, example: { ok: true, rebuilt: ['Contact'] } }),
  errors: [409],
  async handle(exchange, context) {
    const rebuilt = await refusing(() => context.administration.liveConfiguration.reload(actorOf(exchange, context)));
    return json({ ok: true, rebuilt });
  },
});

/** A value in a request that is validated like a file in the configuration folder. */
interface Sent {
  readonly file: string;
  readonly errorCode: ErrorCode;
}

/**
 * Converts errors of the configuration. @throws HttpError with a message for each problem: 400 if all problems are in
 * `sent`, otherwise 409
 */
export async function refusing<T>(work: () => Promise<T>, sent?: Sent): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RestartNeededError) throw new HttpError(409, 'RESTART_NEEDED', [error.message]);
    if (!(error instanceof ConfigurationError)) throw error;
    if (sent !== undefined && error.problems.every(({ file }) => file === sent.file))
      throw new HttpError(400, sent.errorCode, error.problems.map(textOfSent).slice(0, MOST_MESSAGES));
    const messages = error.problems.map(({ file, path, message }) => `${file}${path && ` ${path}`}: ${message}`);
    throw new HttpError(409, 'INVALID_CONFIGURATION', messages.slice(0, MOST_MESSAGES));
  }
}

/** Returns a message about a submitted value, with the path in it. */
export const textOfSent = ({ file, path, message }: Problem): string =>
  `${file}${path === '' || path.startsWith('[') ? path : `.${path}`}: ${message}`;
