import { z } from 'zod';
import { licenseSchema } from './api-license.js';
import { redirectUriSchema } from './redirect-uri.js';
import { scopesSchema } from './scopes.js';

/** `platform`: as the platform's own tokens look, which some of its client libraries insist on. */
export const TOKEN_FORMS = ['jwt', 'platform'] as const;
export type TokenForm = (typeof TOKEN_FORMS)[number];

/** Name under which an outside identity provider knows a client. */
export const externalIdentitySchema = z.strictObject({
  issuer: z.string().min(1),
  subject: z.string().min(1).max(255),
});

const digestSchema = z.string().regex(/^sha256:[0-9a-f]{64}$/, { error: 'expected sha256: and 64 hexadecimal digits' });

/** One entry of `clients.json`. Secrets stand there as digests only. */
export const clientSchema = z.strictObject({
  client_id: z.string().regex(/^[0-9a-f]{32}$/, { error: 'expected 32 hexadecimal digits' }),
  name: z.string().min(1).max(255),
  secretDigest: digestSchema,
  /** The secret before, which counts until then (ISO 8601). */
  previousSecret: z.strictObject({ digest: digestSchema, until: z.iso.datetime() }).optional(),
  /** RSA public key (SPKI, PEM) by which JWT-bearer assertions are verified. */
  publicKey: z.string().optional(),
  outside: externalIdentitySchema.optional(),
  licence: licenseSchema,
  /** The things it may do; absent in folders of older versions, where a client may do everything. */
  scopes: scopesSchema.optional(),
  /** Objects whose records it may see and change, by name; absent: all. */
  objects: z.array(z.string().min(1).max(80)).min(1).optional(),
  /** Where browsers are sent back to when somebody has let it act as them; absent: nobody can. */
  redirectUris: z.array(redirectUriSchema).min(1).max(20).optional(),
  /** It runs where it can keep no secret, and proves by PKCE that a code is its own (RFC 8252). */
  isPublic: z.boolean().optional(),
  /** Form of the tokens that it is given; absent: JWTs. */
  tokenForm: z.enum(TOKEN_FORMS).optional(),
  /** A revoked client gets no token, and those it has stop working at once. */
  revoked: z.boolean(),
  /** ISO 8601. */
  created: z.iso.datetime(),
});
export type Client = Readonly<z.output<typeof clientSchema>>;
export type ExternalIdentity = Readonly<z.output<typeof externalIdentitySchema>>;

export const clientsFileSchema = z.strictObject({ version: z.literal(1), clients: z.array(clientSchema) });
export type ClientsFile = z.output<typeof clientsFileSchema>;
