import { signal } from '@preact/signals';
import { ApiError, call, session, takeSession } from '../api/call.js';
import { textOf, texts } from '../texts.js';
import { BASE, go } from './router.js';

export const loginError = signal<Error | undefined>(undefined);

const THEN = 'likeness-then';
/** Storage key for the time of the last login in this browser. */
export const LOGIN = 'likeness.login';
/** The only page outside the console that a login may lead to. */
const AUTHORIZE = '/services/oauth2/authorize?';
const CODE = /^[A-Za-z0-9_-]{59}$/;

/** Must run first. Logs in with the one-time code in the URL, or uses the existing session. */
export async function enter(): Promise<void> {
  const code = location.hash.slice(1);
  if (CODE.test(code)) {
    // Remove the code from the history, where the next user could find it.
    go(`${BASE}/overview`, 'replace');
    if (await logIn({ code })) return;
  }
  const then = new URLSearchParams(location.search).get('then');
  // Store the value, because it must survive a login at an identity provider.
  if (then?.startsWith(AUTHORIZE) === true) sessionStorage.setItem(THEN, then);
  const refusal = textOf(texts.login.refusals, new URLSearchParams(location.search).get('login') ?? '');
  if (location.search !== '') go(location.pathname, 'replace');
  await call('readSession').then(
    (info) => {
      if (goOn()) return;
      takeSession(info);
      loginError.value = undefined;
    },
    (error: unknown) => {
      if (error instanceof ApiError && error.status !== 401) loginError.value = error;
      else if (refusal !== undefined) loginError.value = new Error(refusal);
      session.value = null;
    },
  );
}

function goOn(): boolean {
  const then = sessionStorage.getItem(THEN);
  if (then === null) return false;
  sessionStorage.removeItem(THEN);
  location.assign(then);
  return true;
}

export type Credentials = { readonly code: string } | { readonly clientId: string; readonly clientSecret: string };

/** @returns whether the login succeeded; `loginError` has the reason if it did not */
export async function logIn(credentials: Credentials): Promise<boolean> {
  try {
    const info = await call('openSession', { body: credentials });
    if (goOn()) return true;
    takeSession(info);
    loginError.value = undefined;
    // Other tabs receive a storage event.
    localStorage.setItem(LOGIN, String(Date.now()));
    return true;
  } catch (error) {
    loginError.value = error instanceof Error ? error : new Error(String(error));
    return false;
  }
}

/** Looks for the session of a login in another tab, whose cookie is also valid here. */
export async function lookForSession(): Promise<void> {
  const info = await call('readSession').catch(() => undefined);
  if (info !== undefined) takeSession(info);
}

export async function logOut(): Promise<void> {
  try {
    await call('endSession');
  } finally {
    // Reloading removes all records from the page.
    location.assign(BASE);
  }
}
