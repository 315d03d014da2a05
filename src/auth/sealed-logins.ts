import { z } from 'zod';
import { SealedForm, type SealedKind, type SealedOptions } from './sealed-form.js';

/** Seconds that somebody has to log in at the provider. */
export const LOGIN_SECONDS = 600;

/** All that finishing a login at the provider needs; the browser's cookie holds it. */
export interface BegunLogin {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

const LOGINS: SealedKind<BegunLogin> = {
  type: 'provider-login+jwt',
  schema: z.object({ state: z.string(), nonce: z.string(), verifier: z.string() }),
  life: LOGIN_SECONDS,
  idOf: ({ state }) => state,
};

/** Logins at the provider that are under way; each counts for that provider alone. */
export type SealedLogins = SealedForm<BegunLogin>;

export function sealedLogins(options: SealedOptions): SealedLogins {
  return new SealedForm(LOGINS, options);
}
