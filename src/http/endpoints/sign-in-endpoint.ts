import { z } from 'zod';
import { SCOPES } from '../../service/auth/scopes.js';
import { endpoint, ok } from '../endpoint.js';
import { json } from '../response/answer.js';
import { CLIENT } from './shared.js';

const scopes = z.array(z.enum(SCOPES));
const signInSchema = z
  .strictObject({
    provider: z
      .strictObject({
        label: z.string().describe('Label of the login button'),
        issuer: z.string(),
        knownAs: z.string().describe('Client Id of this service at the provider'),
        redirectUrl: z.string().describe('Redirect URI after the login'),
        claim: z.string().describe("Claim in the provider's token that grants scopes"),
        grants: z.array(z.strictObject({ value: z.string().describe('Claim value: a group or role'), scopes })),
        client: z
          .strictObject({ clientId: z.string(), name: z.string(), scopes, counts: z.boolean() })
          .nullable()
          .describe(
            'Client for people who are not registered as clients. They can get at most the scopes of this client',
          ),
      })
      .nullable()
      .describe('Identity provider for console logins. Null if none is configured'),
    tokenIssuers: z.array(z.string()).describe('Issuers whose tokens are accepted for registered clients'),
    passwords: z.boolean().describe('Whether people can log in with a name and password'),
  })
  .meta({ id: 'SignInSettings' });

export const signInSettings = endpoint('signInSettings', 'GET', '{product}/signIn', {
  about: 'all',
  tag: 'Administration',
  scope: 'admin',
  summary: 'Get the login settings and the scopes of each group or role',
  description: 'Secrets are omitted. To change these settings, edit settings.json and restart.',
  responses: ok({
    description: 'Current login settings',
    schema: signInSchema,
    example: {
      provider: {
        label: 'Example Ltd',
        issuer: 'https://login.example.com',
        knownAs: 'likeness',
        redirectUrl: 'https://likeness.example.com/services/oauth2/callback',
        claim: 'groups',
        grants: [{ value: 'stewards', scopes: ['search', 'read', 'review'] }],
        client: { clientId: CLIENT, name: 'console', scopes: ['search', 'read', 'review'], counts: true },
      },
      tokenIssuers: [],
      passwords: false,
    },
  }),
  handle(_exchange, { auth, settings: { signIn, identityProviders, passwordGrant } }) {
    const shared =
      signIn?.client === undefined ? undefined : auth.clients.list().find(({ client_id: id }) => id === signIn.client);
    const provider = signIn && {
      ...{ label: signIn.label, issuer: signIn.issuer, knownAs: signIn.clientId, redirectUrl: signIn.redirectUrl },
      claim: signIn.claim,
      grants: Object.entries(signIn.grants).map(([value, granted]) => ({ value, scopes: granted })),
      client: shared
        ? { clientId: shared.client_id, name: shared.name, scopes: shared.scopes, counts: !shared.revoked }
        : null,
    };
    return json({
      provider: provider ?? null,
      tokenIssuers: identityProviders.map(({ issuer }) => issuer),
      passwords: passwordGrant === true,
    });
  },
});
