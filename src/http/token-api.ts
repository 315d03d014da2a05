import { GrantError } from '../auth/grant-error.js';
import type { GrantRequest } from '../auth/grants.js';
import { json, type Answer } from './answer.js';
import { formEndpoint, UNKEPT } from './form.js';
import type { Endpoint } from './resource.js';
import type { Runtime } from './runtime.js';

/** `POST /services/oauth2/token` */
export function tokenEndpoint(runtime: Runtime): Endpoint {
  const { auth } = runtime;
  const grant = (request: GrantRequest): Answer => {
    const { answer, client } = auth.grants.grant(request);
    const { client_id: by, name } = client;
    auth.audit.record({ action: 'login', by, name, address: request.address, detail: answer.scope });
    return { ...json(answer, 200, UNKEPT), isSecret: true };
  };
  return formEndpoint(runtime, grant, (error, address) => {
    // Who is named is not proved, and may be anything: it is not written down.
    const detail = error.tooOften === undefined ? error.error : `${error.error}: too often`;
    auth.audit.record({ action: 'loginFailed', by: 'unknown', address, detail });
  });
}

/** `POST /services/oauth2/introspect` (RFC 7662): for clients that prove who they are. */
export function introspectEndpoint(runtime: Runtime): Endpoint {
  const { auth } = runtime;
  return formEndpoint(
    runtime,
    (request) => json(auth.grants.introspect(request), 200, UNKEPT),
    (error, address) => {
      if (isUnknown(error)) auth.audit.record({ action: 'loginFailed', by: 'unknown', address, detail: error.error });
    },
    (error) => (isUnknown(error) ? 401 : 400),
  );
}

/**
 * `POST /services/oauth2/revoke` (RFC 7009): who holds a token may end it. Of a token that does not count the answer is
 * the same: it says nothing of what was sent.
 */
export function revokeEndpoint(runtime: Runtime): Endpoint {
  const { auth } = runtime;
  return formEndpoint(runtime, ({ form, address }) => {
    const token = form.get('token');
    if (token === undefined || token === '') throw new GrantError('invalid_request', 'token is required');
    const revoked = auth.revoke(token);
    if (revoked !== undefined)
      auth.audit.record({ action: 'tokenRevoked', by: revoked.clientId, address, target: [revoked.jti] });
    return { status: 200, headers: [...UNKEPT, 'Content-Length', '0'] };
  });
}

function isUnknown({ error }: GrantError): boolean {
  return error === 'invalid_client' || error === 'invalid_client_id';
}
