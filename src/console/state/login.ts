import { signal } from '@preact/signals';
import { ApiError, call, session } from '../api/call.js';
import { forgetDescriptions } from '../api/objects.js';
import { texts } from '../texts.js';
import { BASE, go } from './router.js';

/** Why the last login failed. */
export const loginError = signal<Error | undefined>(undefined);

const CODE = /^[A-Za-z0-9_-]{59}$/;

/** The first thing that the page does: takes the one-time code of the address, or the session that is there. */
export async function enter(): Promise<void> {
  const code = location.hash.slice(1);
  if (CODE.test(code)) {
    // Not left in the history, where the next user of the browser would find it.
    go(`${BASE}/search`, 'replace');
    if (await logIn({ code })) return;
  }
  const refusal = texts.login.refusals[new URLSearchParams(location.search).get('login') ?? ''];
  if (location.search !== '') go(location.pathname, 'replace');
  await call('readSession').then(
    (info) => {
      session.value = info;
      loginError.value = undefined;
    },
    (error: unknown) => {
      if (error instanceof ApiError && error.status !== 401) loginError.value = error;
      else if (refusal !== undefined) loginError.value = new Error(refusal);
      session.value = null;
    },
  );
}

export type Credentials = { readonly code: string } | { readonly clientId: string; readonly clientSecret: string };

/** @returns whether it worked; `loginError` says why not */
export async function logIn(credentials: Credentials): Promise<boolean> {
  try {
    const info = await call('openSession', { body: credentials });
    forgetDescriptions();
    session.value = info;
    loginError.value = undefined;
    return true;
  } catch (error) {
    loginError.value = error instanceof Error ? error : new Error(String(error));
    return false;
  }
}

export async function logOut(): Promise<void> {
  try {
    await call('endSession');
  } finally {
    // Nothing of the records stays in the page.
    location.assign(BASE);
  }
}
