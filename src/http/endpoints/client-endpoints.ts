import { z } from 'zod';
import { licenseFault, licenseUntilSchema } from '../../service/auth/api-license.js';
import { TOKEN_FORMS, type Client } from '../../service/auth/client.js';
import {
  addClient as add,
  revokeClient as end,
  rotateSecret,
  setLicence,
  setObjects,
  setScopes,
} from '../../service/auth/client-store.js';
import { redirectUriSchema } from '../../service/auth/redirect-uri.js';
import { hasScope, SCOPES, scopesSchema, type Scope } from '../../service/auth/scopes.js';
import { licenceText, scopeText } from '../../service/auth/client-texts.js';
import { actorOf } from '../caller.js';
import { endpoint, type AppContext, ok } from '../endpoint.js';
import { json, type Answer } from '../response/answer.js';
import { HttpError } from '../response/http-error.js';
import { CLIENT, TIME } from './shared.js';

const DAY_SECONDS = 86_400;
const MOST_OVERLAP = 90 * DAY_SECONDS;

const clientSchema = z
  .strictObject({
    clientId: z.string(),
    name: z.string(),
    scopes: z.array(z.enum(SCOPES)),
    objects: z.array(z.string()).nullable().describe('Objects that the client can access. If null, all objects'),
    licence: z.strictObject({ state: z.enum(['none', 'valid', 'revoked']), until: z.string().nullable() }),
    isLicensed: z.boolean().describe('Whether the license is valid now'),
    redirectUris: z.array(z.string()).describe('Redirect URIs for interactive logins'),
    isPublic: z.boolean().describe('Whether the client is public and therefore has no secret'),
    tokenForm: z.enum(TOKEN_FORMS),
    hasPublicKey: z.boolean().describe('Whether the client can use the JWT bearer grant'),
    outside: z
      .strictObject({ issuer: z.string(), subject: z.string() })
      .nullable()
      .describe('Identity of the client at an external identity provider'),
    previousSecretUntil: z.string().nullable().describe('Time until which the previous secret is valid'),
    revoked: z.boolean(),
    created: z.string(),
  })
  .meta({ id: 'Client' });
type ShownClient = z.output<typeof clientSchema>;

const issuedSchema = z
  .strictObject({
    client: clientSchema,
    clientSecret: z
      .string()
      .nullable()
      .describe('Client secret, which is returned only once. Null for a public client'),
  })
  .meta({ id: 'ClientWithSecret' });

const objectsSchema = z.array(z.string().min(1).max(80)).min(1).max(100);
const licenceSchema = z.discriminatedUnion('state', [
  z.strictObject({
    state: z.literal('valid'),
    until: licenseUntilSchema.nullable().default(null).describe('Last valid day. If null, the license does not expire'),
  }),
  z.strictObject({ state: z.literal('none') }),
]);

const example: ShownClient = {
  clientId: CLIENT,
  name: 'Web shop',
  scopes: ['search', 'upsert', 'read'],
  objects: null,
  licence: { state: 'valid', until: '2026-12-31' },
  isLicensed: true,
  redirectUris: [],
  isPublic: false,
  tokenForm: 'jwt',
  hasPublicKey: false,
  outside: null,
  previousSecretUntil: null,
  revoked: false,
  created: TIME,
};
const issued = { client: example, clientSecret: '<secret>' };

const params = { clientId: { description: 'Id of the client', pattern: '[0-9a-f]{32}' } };
const shared = { tag: 'Administration', about: 'all', scope: 'admin' } as const;
const path = '{product}/clients/{clientId}';
const one = { ...shared, params } as const;

export const clients = endpoint('clients', 'GET', '{product}/clients', {
  ...shared,
  summary: 'List all clients without their secrets, oldest first, including revoked clients',
  responses: ok({
    description: 'All clients',
    schema: z.array(clientSchema).meta({ id: 'Clients' }),
    example: [example],
  }),
  handle: (_exchange, { auth }) => json(auth.clients.list().map(shown)),
});

export const addClient = endpoint('addClient', 'POST', '{product}/clients', {
  ...shared,
  isAuditedInside: true,
  summary: 'Create a client and return its secret, which cannot be retrieved later',
  description:
    'Equivalent to `likeness client add`. Fails with 403 if the request includes a scope that the calling client lacks. The service stores only a digest of the secret.',
  body: {
    schema: z
      .strictObject({
        name: z.string().trim().min(1).max(255).describe('Display name'),
        scopes: scopesSchema,
        objects: objectsSchema.nullable().default(null).describe('Accessible objects. If null, all objects'),
        licence: licenceSchema.default({ state: 'valid', until: null }),
        redirectUris: z.array(redirectUriSchema).max(20).default([]).describe('Redirect URIs for logins in a browser'),
        isPublic: z.boolean().default(false).describe('Public client, without a secret. Requires redirectUris'),
        tokenForm: z.enum(TOKEN_FORMS).optional(),
        publicKey: z.string().min(1).max(20_000).optional().describe('RSA key for the JWT bearer grant (PEM or JWK)'),
        outside: z
          .strictObject({ issuer: z.string().min(1).max(2_000), subject: z.string().min(1).max(255) })
          .optional()
          .describe('Identity of the client at an external identity provider'),
      })
      .refine(({ isPublic, redirectUris }) => !isPublic || redirectUris.length > 0, {
        path: ['redirectUris'],
        error: 'a client without a secret requires a redirect URI',
      })
      .meta({ id: 'NewClient' }),
    example: { name: 'Web shop', scopes: ['search', 'upsert', 'read'] },
  },
  responses: ok({ description: 'The new client, which is valid immediately', schema: issuedSchema, example: issued }),
  errors: [409],
  async handle(exchange, context) {
    const { body, client } = exchange;
    mayGive(client, body.scopes);
    const objects = objectNames(body.objects, context);
    const { auth } = context;
    const credentials = await auth.clients.make((folder, note, now) => {
      const { redirectUris, licence } = body;
      const made = add(
        folder,
        {
          ...body,
          objects,
          licence: licence.state === 'valid' ? valid(licence.until) : licence,
          redirectUris: redirectUris.length === 0 ? undefined : redirectUris,
        },
        now,
      );
      const [name, detail] = [body.name, scopeText(body.scopes)];
      note({
        ...actorOf(exchange, context),
        action: 'clientAdded',
        target: [made.client_id],
        detail: `${name}: ${detail}`,
      });
      return made;
    });
    const clientSecret = body.isPublic ? null : credentials.client_secret;
    return secret({ client: shown(auth.clients.find(credentials.client_id)), clientSecret });
  },
});

export const changeClient = endpoint('changeClient', 'PATCH', path, {
  ...one,
  isAuditedInside: true,
  summary: 'Update the scopes, objects or license of a client, starting with its next request',
  description:
    'Absent members are not changed. Fails with 403 for a scope that the calling client lacks. A client can remove its own `admin` scope only with `own`. Otherwise the request fails with 409 CLIENT_IS_YOURS.',
  body: {
    schema: z
      .strictObject({
        scopes: scopesSchema.optional().describe("Replaces all the client's scopes"),
        objects: objectsSchema.nullable().optional().describe('Replaces the accessible objects. If null, all objects'),
        licence: z
          .discriminatedUnion('state', [
            ...licenceSchema.options,
            z.strictObject({
              state: z.literal('revoked').describe('Removes the license, so requests of the client fail'),
            }),
          ])
          .optional(),
        own: z.boolean().default(false).describe('Confirms a change to the calling client itself'),
      })
      .meta({ id: 'ClientChange' }),
    example: { scopes: ['search', 'read'] },
  },
  responses: ok({ description: 'The updated client', schema: clientSchema, example }),
  errors: [404, 409],
  async handle(exchange, context) {
    const { body, client, params } = exchange;
    const { auth } = context;
    const found = auth.clients.find(params['clientId']!);
    mustCount(found);
    const { client_id: id } = found;
    const { scopes, licence } = body;
    if (scopes !== undefined)
      mayGive(
        client,
        scopes.filter((scope) => !hasScope(found, scope)),
      );
    const shutsOut =
      (scopes !== undefined && !scopes.includes('admin')) ||
      (body.objects ?? undefined) !== undefined ||
      (licence !== undefined && licence.state !== 'valid');
    if (shutsOut) mustBeMeant(id, client, body.own);
    const objects = objectNames(body.objects ?? null, context);
    await auth.clients.make((folder, note, now) => {
      const entry = { ...actorOf(exchange, context), target: [id] };
      if (scopes !== undefined) {
        const after = setScopes(folder, id, () => scopes);
        note({ ...entry, action: 'scopesChanged', detail: scopeText(after) });
      }
      if (body.objects !== undefined) {
        setObjects(folder, id, objects);
        note({ ...entry, action: 'objectsChanged', detail: objects?.join(' ') ?? 'all' });
      }
      if (licence !== undefined) {
        const after = licence.state === 'valid' ? valid(licence.until) : licence;
        setLicence(folder, id, after);
        note({ ...entry, action: 'licenceChanged', detail: licenceText(after, now()) });
      }
    });
    return json(shown(auth.clients.find(id)));
  },
});

export const rotateClientSecret = endpoint('rotateClientSecret', 'POST', `${path}/secret`, {
  ...one,
  isAuditedInside: true,
  summary: 'Issue a new client secret and keep the previous secret valid for an overlap period',
  description:
    'Issued tokens stay valid until they expire or the client is revoked. The new secret cannot be retrieved later. Fails with 403 if the client has a scope that the calling client lacks.',
  body: {
    schema: z
      .strictObject({
        overlapSeconds: z
          .int()
          .min(0)
          .max(MOST_OVERLAP)
          .default(DAY_SECONDS)
          .describe('Seconds for which the previous secret stays valid. 0 invalidates it immediately'),
      })
      .meta({ id: 'SecretRotation' }),
    example: { overlapSeconds: DAY_SECONDS },
  },
  responses: ok({ description: 'The client and its new secret', schema: issuedSchema, example: issued }),
  errors: [404, 409],
  async handle(exchange, context) {
    const { body, client, params } = exchange;
    const { auth } = context;
    const found = auth.clients.find(params['clientId']!);
    mustCount(found);
    if (found.isPublic === true)
      throw new HttpError(409, 'CLIENT_IS_PUBLIC', ['This client is public and has no secret']);
    // Check the scopes, because the secret grants all rights of the client.
    mayGive(client, found.scopes);
    const { client_secret: clientSecret } = await auth.clients.make((folder, note, now) => {
      const overlap = body.overlapSeconds * 1_000;
      const rotated = rotateSecret(folder, found.client_id, overlap, now());
      const detail = `the previous secret expires ${new Date(now() + overlap).toISOString()}`;
      note({ ...actorOf(exchange, context), action: 'secretRotated', target: [found.client_id], detail });
      return rotated;
    });
    return secret({ client: shown(auth.clients.find(found.client_id)), clientSecret });
  },
});

export const revokeClient = endpoint('revokeClient', 'DELETE', path, {
  ...one,
  isAuditedInside: true,
  summary: 'Revoke a client, its tokens and its sessions, immediately and permanently',
  description: 'A client can revoke itself only with `own`. Otherwise the request fails with 409 CLIENT_IS_YOURS.',
  query: z.object({
    own: z.enum(['true', 'false']).default('false').describe('Confirms a change to the calling client itself'),
  }),
  responses: ok({ description: 'Revoked', schema: clientSchema, example: { ...example, revoked: true } }),
  errors: [404, 409],
  async handle(exchange, context) {
    const { query, client, params } = exchange;
    const { auth } = context;
    const { client_id: id } = auth.clients.find(params['clientId']!);
    mustBeMeant(id, client, query.own === 'true');
    await auth.clients.make((folder, note) => {
      end(folder, id);
      note({ ...actorOf(exchange, context), action: 'clientRevoked', target: [id] });
    });
    return json(shown(auth.clients.find(id)));
  },
});

function shown(client: Client): ShownClient {
  const { licence, previousSecret } = client;
  return {
    clientId: client.client_id,
    name: client.name,
    scopes: [...client.scopes],
    objects: client.objects ?? null,
    licence: { state: licence.state, until: licence.until ?? null },
    isLicensed: licenseFault(licence, Date.now()) === undefined,
    redirectUris: client.redirectUris ?? [],
    isPublic: client.isPublic === true,
    tokenForm: client.tokenForm ?? 'jwt',
    hasPublicKey: client.publicKey !== undefined,
    outside: client.outside ?? null,
    previousSecretUntil: previousSecret === undefined ? null : previousSecret.until,
    revoked: client.revoked,
    created: client.created,
  };
}

/** Rejects changes to a revoked client. @throws HttpError 409 */
function mustCount({ revoked }: Client): void {
  if (revoked) throw new HttpError(409, 'CLIENT_REVOKED', ['This client has been permanently revoked']);
}

const secret = (value: z.output<typeof issuedSchema>): Answer => ({ ...json(value), isSecret: true });

const valid = (until: string | null) => ({ state: 'valid', ...(until !== null && { until }) }) as const;

/** Checks that the calling client has all the scopes that it grants. @throws HttpError 403 */
function mayGive(client: Client, given: readonly Scope[]): void {
  const beyond = given.filter((scope) => !hasScope(client, scope));
  if (beyond.length === 0) return;
  throw new HttpError(403, 'INSUFFICIENT_ACCESS', [
    `A client can grant only its own scopes. This client lacks ${beyond.join(', ')}`,
  ]);
}

/** Checks that a client has confirmed a change to itself, which could lock it out. @throws HttpError 409 */
function mustBeMeant(clientId: string, client: Client, isMeant: boolean): void {
  if (clientId !== client.client_id || isMeant) return;
  throw new HttpError(409, 'CLIENT_IS_YOURS', ['This would lock out the calling client. Send own=true to confirm']);
}

/** Returns object names in their configured spelling. @throws HttpError 400 for an unknown object */
function objectNames(names: readonly string[] | null, { likeness }: AppContext): readonly string[] | undefined {
  const { registry } = likeness.configuration;
  const known = names?.map((name, i) => {
    const type = registry.byName(name);
    if (type !== undefined) return type.name;
    const all = registry.types.map((one) => one.name).join(', ');
    throw new HttpError(400, 'INVALID_CLIENT', [`objects[${i}]: '${name}' is not an object. Expected one of ${all}`]);
  });
  return known && [...new Set(known)];
}
