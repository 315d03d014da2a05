import { z } from 'zod';
import { licenseSchema } from './api-license.js';
import { redirectUriSchema } from './redirect-uri.js';
import { scopesSchema } from './scopes.js';

/** `platform` tokens look like the platform's own, which some of its client libraries require. */
export const TOKEN_FORMS = ['jwt', 'platform'] as const;
export type TokenForm = (typeof TOKEN_FORMS)[number];

const externalIdentitySchema = z.strictObject({
  issuer: z.string().min(1),
  subject: z.string().min(1).max(255),
});

const digestSchema = z.string().regex(/^sha256:[0-9a-f]{64}$/, { error: 'expected sha256: and 64 hexadecimal digits' });

/** An entry of `clients.json`, which has only digests of secrets. */
const clientSchema = z.strictObject({
  client_id: z.string().regex(/^[0-9a-f]{32}$/, { error: 'expected 32 hexadecimal digits' }),
  name: z.string().min(1).max(255),
  secretDigest: digestSchema,
  /** The previous secret, and until when it is valid (ISO 8601). */
  previousSecret: z.strictObject({ digest: digestSchema, until: z.iso.datetime() }).optional(),
  publicKey: z.string().optional(),
  outside: externalIdentitySchema.optional(),
  licence: licenseSchema,
  scopes: scopesSchema,
  /** Names of the objects that the client may read and change. Default: all objects. */
  objects: z.array(z.string().min(1).max(80)).min(1).optional(),
  /** Redirect URIs for authorizations. If absent, the client cannot request authorizations. */
  redirectUris: z.array(redirectUriSchema).min(1).max(20).optional(),
  /** Whether the client cannot keep a secret. With PKCE, the client proves that a code was issued to it (RFC 8252). */
  isPublic: z.boolean().optional(),
  isSelfRegistered: z.boolean().optional(),
  /** Form of the client's tokens. Default: `jwt`. */
  tokenForm: z.enum(TOKEN_FORMS).optional(),
  revoked: z.boolean(),
  created: z.iso.datetime(),
});
export type Client = Readonly<z.output<typeof clientSchema>>;
export type ExternalIdentity = Readonly<z.output<typeof externalIdentitySchema>>;

export const clientsFileSchema = z.strictObject({ version: z.literal(1), clients: z.array(clientSchema) });
export type ClientsFile = z.output<typeof clientsFileSchema>;
