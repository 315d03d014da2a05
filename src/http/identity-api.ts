import { userIdOf, usernameOf } from '../auth/identity.js';
import type { Client } from '../auth/client.js';
import { andThen } from '../maybe-promise.js';
import { json } from './answer.js';
import { instanceUrl } from './instance-url.js';
import { RequestError } from '../service/request-error.js';
import type { Endpoint } from './resource.js';
import type { Runtime } from './runtime.js';

/** Path of a client's own identity: `/id/<organisation Id>/<user Id>`, Ids of 15 or 18 characters. */
export const IDENTITY_PATH = /^\/id\/(00D[A-Za-z0-9]{12}(?:[A-Za-z0-9]{3})?)\/(005[A-Za-z0-9]{12}(?:[A-Za-z0-9]{3})?)$/;

/**
 * `GET` and `POST /services/oauth2/userinfo` (OpenID Connect, with the platform's own members): the client behind the
 * token. Needs no licence: it carries no records.
 */
export function userInfoEndpoint(runtime: Runtime): Endpoint {
  const { auth, settings } = runtime;
  return ({ request }) =>
    andThen(auth.identify(request.headers.authorization), (client) => {
      const { id, urls, username } = identityOf(runtime, client, instanceUrl(settings, request.socket));
      return json({
        sub: id,
        user_id: userIdOf(client.client_id),
        organization_id: auth.organisationId,
        preferred_username: username,
        nickname: client.name,
        name: client.name,
        given_name: '',
        family_name: client.name,
        email: username,
        email_verified: false,
        zoneinfo: 'GMT',
        profile: urls.profile,
        urls,
        active: true,
        user_type: 'STANDARD',
        language: 'en_US',
        locale: 'en_US',
        utcOffset: 0,
        updated_at: client.created,
        is_app_installed: true,
      });
    });
}

/** `GET /id/<organisation>/<user>`: the identity that a token's `id` names, to that client only. Needs no licence. */
export function identityEndpoint(runtime: Runtime): Endpoint {
  const { auth, settings } = runtime;
  return ({ request, params }) =>
    andThen(auth.identify(request.headers.authorization), (client) => {
      const userId = userIdOf(client.client_id);
      const [organisation = '', user = ''] = params;
      // Either form has the first 15 characters; those are the Id.
      if (!isId(organisation, auth.organisationId) || !isId(user, userId))
        throw new RequestError(404, 'NOT_FOUND', 'The requested resource does not exist');
      const { id, urls, username } = identityOf(runtime, client, instanceUrl(settings, request.socket));
      return json({
        id,
        asserted_user: true,
        user_id: userId,
        organization_id: auth.organisationId,
        username,
        nick_name: client.name,
        display_name: client.name,
        email: username,
        email_verified: false,
        first_name: null,
        last_name: client.name,
        timezone: 'GMT',
        photos: { picture: '', thumbnail: '' },
        urls,
        active: true,
        user_type: 'STANDARD',
        language: 'en_US',
        locale: 'en_US',
        utcOffset: 0,
        last_modified_date: client.created,
        is_app_installed: true,
      });
    });
}

function isId(sent: string, id: string): boolean {
  return sent === id || sent === id.slice(0, 15);
}

function identityOf({ auth }: Runtime, client: Client, instance: string) {
  const userId = userIdOf(client.client_id);
  // As on the platform: whoever calls puts the version in.
  const rest = `${instance}/services/data/v{version}/`;
  return {
    id: `${instance}/id/${auth.organisationId}/${userId}`,
    username: usernameOf(client),
    urls: {
      rest,
      sobjects: `${rest}sobjects/`,
      query: `${rest}query/`,
      profile: `${instance}/${userId}`,
      custom_domain: instance,
    },
  };
}
