import { z } from 'zod';
import { SealedForm, type OneTimeKind, type SealedOptions } from './sealed-form.js';

/** Maximum seconds between the start of a login and its completion at the provider. */
export const LOGIN_SECONDS = 600;

const loginSchema = z.object({ state: z.string(), nonce: z.string(), verifier: z.string() });
export type BegunLogin = Readonly<z.output<typeof loginSchema>>;

const LOGINS: OneTimeKind<BegunLogin> = {
  purpose: 'provider login',
  schema: loginSchema,
  life: LOGIN_SECONDS,
  idOf: ({ state }) => state,
};

export type SealedLogins = SealedForm<BegunLogin>;

export function sealedLogins(options: SealedOptions): SealedLogins {
  return new SealedForm(LOGINS, options);
}
