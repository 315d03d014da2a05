import type { Request } from 'express';
import type { Client } from '../service/auth/client.js';
import { hasScope, type Scope } from '../service/auth/scopes.js';
import { limitedLikeness } from '../service/limited-likeness.js';
import type { AppContext, Authorize } from './endpoint.js';
import { authorizationOf, authorizationStill } from './request/session-cookie.js';
import { keptToObjects, missingScope } from './response/http-error.js';

export function createAuthorize(whole: AppContext): Authorize {
  const { auth, settings, admission, rateLimit, apiUsage } = whole;
  const limited = limitedContexts(whole);
  return async (request, { scope, about, path }, way) => {
    const client = await auth.admit(authorizationOf(request, auth, settings));
    if (way === 'request') admission.identify(request, client.client_id);
    if (way !== 'part') rateLimit.count(client.client_id);
    if (way === 'inner' && isPlatforms(path)) apiUsage.countInner(1);
    if (scope === undefined) throw missingScope('');
    requireScopes(client, [scope]);
    if (client.objects === undefined) return { client, context: whole };
    if (about === 'all') throw keptToObjects(client.objects);
    return { client, context: limited(client.objects) };
  };
}

/** Checks scopes that an action needs in addition to the endpoint's scope. @throws HttpError 403 */
export function requireScopes(client: Client, scopes: readonly Scope[]): void {
  for (const scope of scopes) if (!hasScope(client, scope)) throw missingScope(scope);
}

/** Returns the reason to end a stream, if any. @param client as it was when the stream was opened */
export async function whyEnded(
  request: Request,
  client: Client,
  scopes: readonly Scope[],
  { auth, settings }: Pick<AppContext, 'auth' | 'settings'>,
): Promise<'session' | 'token' | 'scope' | 'objects' | undefined> {
  const authorization = authorizationStill(request, auth, settings);
  if (authorization === undefined) return 'session';
  try {
    const now = await auth.admit(authorization);
    if (scopes.some((scope) => hasScope(client, scope) && !hasScope(now, scope))) return 'scope';
    return now.objects?.join() === client.objects?.join() ? undefined : 'objects';
  } catch {
    return 'token';
  }
}

/** Returns whether responses at this path contain the quota that clients of the platform read. */
export const isPlatforms = (path: string): boolean => path.startsWith('/services/data/');

/** Creates contexts that are limited to a client's objects. Handlers read records only through their context. */
function limitedContexts(context: AppContext): (objects: readonly string[]) => AppContext {
  // Keyed by the client's list of objects, which is replaced only when the registry changes.
  const known = new WeakMap<readonly string[], AppContext>();
  return (objects) => {
    let limited = known.get(objects);
    if (limited === undefined) {
      limited = { ...context, likeness: limitedLikeness(context.likeness, objects) };
      known.set(objects, limited);
    }
    return limited;
  };
}
