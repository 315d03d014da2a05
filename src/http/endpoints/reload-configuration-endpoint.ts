import { z } from 'zod';
import { ConfigurationError } from '../../store/config/problem.js';
import { RestartNeededError, type Actor } from '../../service/config/live-configuration.js';
import type { Client } from '../../service/auth/client.js';
import { endpoint, type AppContext, type Exchange } from '../endpoint.js';
import { json } from '../response/answer.js';
import { HttpError } from '../response/http-error.js';

/** Maximum elements of the error array. */
const MOST_MESSAGES = 10;

const reloadedSchema = z
  .strictObject({
    ok: z.boolean(),
    rebuilt: z.array(z.string()).describe('Objects whose indexes were rebuilt'),
  })
  .meta({ id: 'Reloaded' });

export const reloadConfiguration = endpoint({
  id: 'reloadConfiguration',
  about: 'all',
  tag: 'Administration',
  method: 'POST',
  isAuditedInside: true,
  path: '{product}/configuration/reload',
  route: 'configuration/reload',
  scope: 'admin',
  summary: 'Reload the configuration folder; no body needed',
  description:
    'Scenarios, filters, cross-object maps, survivorship rules and lists are in use when the response arrives. Other requests continue meanwhile. An error changes nothing, nor does a change that needs a restart (objects, and settings other than `jobs`); the answer names it.',
  responses: {
    200: { description: 'In use', schema: reloadedSchema, example: { ok: true, rebuilt: ['Contact'] } },
  },
  errors: [409],
  async handle(exchange, context) {
    const rebuilt = await refusing(() => context.administration.liveConfiguration.reload(actorOf(exchange, context)));
    return json({ ok: true, rebuilt });
  },
});

/** The author of a change, for the audit log. */
export function actorOf(
  { client, request }: Pick<Exchange<unknown, unknown, Client>, 'client' | 'request'>,
  { admission }: AppContext,
): Actor {
  return { by: client.client_id, name: client.name, address: admission.addressOf(request) };
}

/** @throws HttpError 409 with a message for each problem of the folder */
export async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RestartNeededError) throw new HttpError(409, 'RESTART_NEEDED', [error.message]);
    if (!(error instanceof ConfigurationError)) throw error;
    const messages = error.problems.map(({ file, path, message }) => `${file}${path && ` ${path}`}: ${message}`);
    throw new HttpError(409, 'INVALID_CONFIGURATION', messages.slice(0, MOST_MESSAGES));
  }
}
