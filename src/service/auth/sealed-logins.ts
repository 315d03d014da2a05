import { z } from 'zod';
import { SealedForm, type OneTimeKind, type SealedOptions } from './sealed-form.js';

/** Maximum seconds between the start of a login and its completion at the provider. */
export const LOGIN_SECONDS = 600;

export interface BegunLogin {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

const LOGINS: OneTimeKind<BegunLogin> = {
  purpose: 'provider login',
  schema: z.object({ state: z.string(), nonce: z.string(), verifier: z.string() }),
  life: LOGIN_SECONDS,
  idOf: ({ state }) => state,
};

export type SealedLogins = SealedForm<BegunLogin>;

export function sealedLogins(options: SealedOptions): SealedLogins {
  return new SealedForm(LOGINS, options);
}
