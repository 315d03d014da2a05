import { z } from 'zod';
import { addClient } from '../../service/auth/client-store.js';
import { redirectUriSchema } from '../../service/auth/redirect-uri.js';
import type { Scope } from '../../service/auth/scopes.js';
import { endpoint } from '../endpoint.js';
import { NOT_CACHED } from '../request/oauth-form.js';
import { json } from '../response/answer.js';
import { HttpError, unknownPath } from '../response/http-error.js';
import { CLIENT } from './shared.js';

/** Scopes that apps can get: all changes to records with these scopes can be undone. */
const SCOPES_OF_APPS: readonly Scope[] = ['search', 'upsert', 'read', 'history', 'undo', 'review'];
/** Anyone with access to the port can register apps, so their number is limited. */
const MOST_REGISTERED = 200;
const GRANTS = ['authorization_code', 'refresh_token'];

const text = z.string().max(2_000);
const metadataSchema = z
  .looseObject({
    client_name: z.string().trim().min(1).max(100).default('An app').describe('Name shown for authorization'),
    redirect_uris: z.array(redirectUriSchema).min(1).max(20),
    grant_types: z.array(text).max(20).optional().describe('If sent, it must include authorization_code'),
  })
  .refine(({ grant_types: grants }) => grants?.includes('authorization_code') !== false, {
    path: ['grant_types'],
    error: 'expected authorization_code: an app that registers itself acts on behalf of the people who authorize it',
  })
  .meta({ id: 'AppMetadata' });

const registeredSchema = z
  .strictObject({
    client_id: z.string(),
    client_id_issued_at: z.number(),
    client_name: z.string(),
    redirect_uris: z.array(z.string()),
    grant_types: z.array(z.string()),
    response_types: z.array(z.string()),
    token_endpoint_auth_method: z.literal('none'),
  })
  .meta({ id: 'RegisteredApp' });

const exampleApp = { client_name: 'Assistant', redirect_uris: ['http://localhost/callback'] };
const answerOf = (client_id: string, seconds: number, app: typeof exampleApp) => ({
  ...{ client_id, client_id_issued_at: seconds, ...app, grant_types: GRANTS, response_types: ['code'] },
  token_endpoint_auth_method: 'none' as const,
});

export const registerApp = endpoint('registerApp', 'POST', '/services/oauth2/register', {
  about: 'nothing',
  tag: 'Login',
  summary: 'Register an app dynamically (RFC 7591), if appRegistration is enabled',
  description:
    'The app has no secret and uses PKCE. ' +
    'It has no access until a person authorizes it at /services/oauth2/authorize. ' +
    'Its rights are then limited to those of that person, without administration, deletion and export.',
  body: { schema: metadataSchema, example: exampleApp },
  responses: {
    201: { description: 'Registered', schema: registeredSchema, example: answerOf(CLIENT, 1_795_331_882, exampleApp) },
  },
  errors: [400, 404, 409, 503],
  async handle({ request, body }, { auth, admission, settings }) {
    if (settings.appRegistration !== true) throw unknownPath();
    const address = admission.login(request);
    const { client_name, redirect_uris } = body;
    const made = await auth.clients.make((folder, note, now) => {
      const others = auth.clients.list().filter(({ isSelfRegistered, revoked }) => isSelfRegistered && !revoked);
      if (others.length >= MOST_REGISTERED)
        throw new HttpError(409, 'LIMIT_EXCEEDED', [
          `${MOST_REGISTERED} apps are already registered. An administrator must revoke some of them first`,
        ]);
      const added = addClient(
        folder,
        {
          ...{ name: client_name, redirectUris: redirect_uris, isPublic: true, isSelfRegistered: true },
          ...{ scopes: SCOPES_OF_APPS, licence: { state: 'valid' } },
        },
        now,
      );
      const detail = `${client_name}: self-registered`;
      note({ action: 'clientAdded', by: 'unknown', address, target: [added.client_id], detail });
      return { id: added.client_id, seconds: Math.floor(now() / 1_000) };
    });
    return json(answerOf(made.id, made.seconds, { client_name, redirect_uris }), 201, NOT_CACHED);
  },
});
