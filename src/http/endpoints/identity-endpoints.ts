import type { Socket } from 'node:net';
import { z } from 'zod';
import type { Client } from '../../service/auth/client.js';
import { userIdOf, usernameOf } from '../../service/auth/identity.js';
import { RequestError } from '../../records/contract/request-error.js';
import { endpoint, type AppContext, ok } from '../endpoint.js';
import { instanceUrl } from '../instance-url.js';
import { schemaLike } from '../openapi/schema-like.js';
import { json } from '../response/answer.js';
import { INSTANCE, ORGANISATION, TIME, USER } from './shared.js';

interface Shown {
  readonly instance: string;
  readonly organisationId: string;
  readonly userId: string;
  readonly username: string;
  readonly name: string;
  readonly created: string;
}

const example: Shown = {
  instance: INSTANCE,
  organisationId: ORGANISATION,
  userId: USER,
  username: 'web-forms-0123abcd@likeness.invalid',
  name: 'web form',
  created: TIME,
};

function shown(client: Client, { auth, settings }: AppContext, socket: Socket): Shown {
  return {
    instance: instanceUrl(settings, socket),
    organisationId: auth.organisationId,
    userId: userIdOf(client.client_id),
    username: usernameOf(client),
    name: client.name,
    created: client.created,
  };
}

function userOf({ instance, organisationId, userId, username }: Shown) {
  // As on the platform, the caller replaces `{version}`.
  const rest = `${instance}/services/data/v{version}/`;
  return {
    user_id: userId,
    organization_id: organisationId,
    email: username,
    email_verified: false,
    urls: {
      rest,
      sobjects: `${rest}sobjects/`,
      query: `${rest}query/`,
      profile: `${instance}/${userId}`,
      custom_domain: instance,
    },
    active: true,
    user_type: 'STANDARD',
    language: 'en_US',
    locale: 'en_US',
    utcOffset: 0,
    is_app_installed: true,
  };
}

const addressOf = ({ instance, organisationId, userId }: Shown) => `${instance}/id/${organisationId}/${userId}`;

function userInfoOf(user: Shown) {
  return {
    sub: addressOf(user),
    preferred_username: user.username,
    nickname: user.name,
    name: user.name,
    given_name: '',
    family_name: user.name,
    zoneinfo: 'GMT',
    profile: `${user.instance}/${user.userId}`,
    updated_at: user.created,
    ...userOf(user),
  };
}

function identityOf(user: Shown) {
  return {
    id: addressOf(user),
    asserted_user: true,
    username: user.username,
    nick_name: user.name,
    display_name: user.name,
    first_name: null,
    last_name: user.name,
    timezone: 'GMT',
    photos: { picture: '', thumbnail: '' },
    last_modified_date: user.created,
    ...userOf(user),
  };
}

const given = {
  urls: z
    .record(z.string(), z.string())
    .describe('URLs of the service, in which {version} is a placeholder for a version such as 60.0'),
};
const userInfoExample = userInfoOf(example);
const userInfoSchema = schemaLike(userInfoExample, {
  ...given,
  sub: z.string().describe("Identity URL of the client's user"),
}).meta({ id: 'UserInfo' });
const identityExample = identityOf(example);
const identitySchema = schemaLike(identityExample, {
  ...given,
  id: z.string().describe('URL of this identity'),
  first_name: z.string().nullable(),
  photos: z.record(z.string(), z.string()),
}).meta({ id: 'Identity' });

/** OpenID Connect user info with the platform's members. Returns no records, so no license is required. */
const userInfoBy = (method: 'GET' | 'POST', id: string) =>
  endpoint(id, method, '/services/oauth2/userinfo', {
    about: 'nothing',
    tag: 'Login',
    login: 'token',
    summary: 'Get information about the client of the token. No license is required',
    responses: ok({
      description: 'Client in the platform’s user format',
      schema: userInfoSchema,
      example: userInfoExample,
    }),
    errors: [401, 500, 503],
    handle: ({ request, client }, context) => json(userInfoOf(shown(client, context, request.socket))),
  });

export const userInfo = userInfoBy('GET', 'userInfo');
export const userInfoPosted = userInfoBy('POST', 'userInfoPosted');

const ID = (prefix: string) => ({
  description: 'Id of 15 or 18 characters',
  match: `${prefix}[A-Za-z0-9]{12}(?:[A-Za-z0-9]{3})?`,
});

/** Returns the identity of the token's client, and no other identity. */
export const identity = endpoint('identity', 'GET', '/id/{organizationId}/{userId}', {
  about: 'nothing',
  tag: 'Login',
  route: 'identity',
  login: 'token',
  summary: 'Get the identity that the `id` of a token response refers to. No license is required',
  params: { organizationId: ID('00D'), userId: ID('005') },
  responses: ok({ description: 'The identity of the client', schema: identitySchema, example: identityExample }),
  errors: [401, 404, 500, 503],
  handle({ request, params, client }, context) {
    const user = shown(client, context, request.socket);
    if (!isId(params['organizationId']!, user.organisationId) || !isId(params['userId']!, user.userId))
      throw new RequestError(404, 'NOT_FOUND', 'The requested resource does not exist');
    return json(identityOf(user));
  },
});

/** Compares Ids of 15 and 18 characters. */
function isId(sent: string, id: string): boolean {
  return sent === id || sent === id.slice(0, 15);
}
