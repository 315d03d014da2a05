import { z } from 'zod';
import { SCOPES } from './scope-names.js';
import { isLoopback } from './ip-network.js';

const text = z.string().min(1).max(255);

const isSafe = (address: string): boolean => {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, search, hash } = new URL(address);
  return search === '' && hash === '' && (protocol === 'https:' || (protocol === 'http:' && isLoopback({ hostname })));
};
const address = z
  .string()
  .max(2_000)
  .refine(isSafe, 'expected an https URL without ? and # (http for this machine only)');

export const signInSchema = z
  .strictObject({
    issuer: address.describe('Issuer of the provider; its metadata is read from /.well-known/openid-configuration'),
    clientId: text.describe('Client Id of this service at the provider'),
    clientSecretFile: text
      .optional()
      .describe(
        'File with the client secret, relative to the configuration folder. Only its owner may have access. Without a file, the login uses PKCE without a secret',
      ),
    redirectUrl: address
      .refine((text) => URL.canParse(text) && new URL(text).pathname === '/services/oauth2/callback', {
        error: 'expected a URL that ends in /services/oauth2/callback',
      })
      .describe('Redirect URL: the public URL of this service followed by /services/oauth2/callback'),
    label: text.optional().describe("Label of the login button; the issuer's host by default"),
    scope: text
      .refine((words) => words.split(' ').includes('openid'), 'the scopes must include openid')
      .optional()
      .describe('Scopes requested from the provider: openid profile by default'),
    client: z
      .string()
      .regex(/^[0-9a-f]{32}$/, 'expected the Id of a client: 32 hexadecimal digits')
      .optional()
      .describe('Client for people who are not registered as a client. By default, only registered people can log in'),
    claim: text.optional().describe('Claim of the provider that grants scopes: groups by default'),
    grants: z
      .record(text, z.array(z.enum(SCOPES)).min(1))
      .optional()
      .describe('Maps a value of the claim to scopes; scopes that the client lacks are not granted'),
  })
  .meta({ id: 'SignIn' });
export type WrittenSignIn = z.output<typeof signInSchema>;
