import { randomBytes } from 'node:crypto';
import { TOKEN_LIFE } from './access-tokens.js';
import { digestOf } from './digest.js';
import type { Scope } from './scopes.js';

/** A session that is not used for this many milliseconds ends. */
export const IDLE_LIFE = 3_600_000;
/** Maximum lifetime of a session in milliseconds. */
export const WHOLE_LIFE = 12 * 3_600_000;
const MOST_SESSIONS = 1_000;
/** Maximum sessions per client, so that no client can push out the sessions of others. */
const MOST_OF_A_CLIENT = 100;
const SECRET_BYTES = 32;

export interface Session {
  readonly clientId: string;
  /** Must be sent with every change. Pages of other origins cannot read it. */
  readonly csrfToken: string;
  readonly name?: string;
  /** An access token that never leaves the service. Changes to keys, revocations and licenses apply to it as usual. */
  readonly token: string;
  /** Latest time at which the session ends, in milliseconds since the epoch. */
  readonly ends: number;
}

interface OpenSession extends Session {
  token: string;
  renewed: number;
  used: number;
}

export interface SessionTokens {
  issue(clientId: string, details: { readonly scopes?: readonly Scope[] | undefined }): string;
  /** Returns `undefined` if the token is invalid. */
  inspect(token: string): { readonly scopes?: readonly Scope[] | undefined } | undefined;
}

/** Browser sessions, only in memory, so that a restart ends all of them. Ids are stored as digests. */
export class Sessions {
  /** Sessions by digest of their Id. The least recently used is first. */
  readonly #open = new Map<string, OpenSession>();

  constructor(
    private readonly tokens: SessionTokens,
    private readonly now: () => number,
  ) {}

  get size(): number {
    return this.#open.size;
  }

  /** Starts a session. @returns the Id, which only the browser gets */
  open(
    clientId: string,
    who: { readonly scopes?: readonly Scope[] | undefined; readonly name?: string } = {},
  ): { readonly id: string; readonly session: Session } {
    const { scopes, name } = who;
    const now = this.now();
    for (const [digest, session] of this.#open) if (hasEnded(session, now)) this.#open.delete(digest);
    const own = [...this.#open].filter(([, session]) => session.clientId === clientId);
    if (own.length >= MOST_OF_A_CLIENT) this.#open.delete(own[0]![0]);
    else if (this.#open.size >= MOST_SESSIONS) this.#open.delete(this.#open.keys().next().value!);
    const id = randomBytes(SECRET_BYTES).toString('base64url');
    const session: OpenSession = {
      clientId,
      csrfToken: randomBytes(SECRET_BYTES).toString('base64url'),
      token: this.tokens.issue(clientId, { scopes }),
      ...(name !== undefined && { name }),
      renewed: now,
      used: now,
      ends: now + WHOLE_LIFE,
    };
    this.#open.set(digestOf(id), session);
    return { id, session };
  }

  /** Returns the session with this Id and marks it as used, or `undefined` if it has ended. */
  use(id: string): Session | undefined {
    const digest = digestOf(id);
    const session = this.#open.get(digest);
    if (session === undefined) return undefined;
    const now = this.now();
    this.#open.delete(digest);
    if (hasEnded(session, now) || !this.#renew(session, now)) return undefined;
    session.used = now;
    this.#open.set(digest, session);
    return session;
  }

  /** Does not mark the session as used, so that polling does not keep it alive. */
  peek(id: string): Session | undefined {
    const session = this.#open.get(digestOf(id));
    return session === undefined || hasEnded(session, this.now()) ? undefined : session;
  }

  end(id: string): void {
    this.#open.delete(digestOf(id));
  }

  /** Renews the token before it expires, so that an active session always has a valid token. */
  #renew(session: OpenSession, now: number): boolean {
    if (now - session.renewed < (TOKEN_LIFE * 1_000) / 4) return true;
    const verified = this.tokens.inspect(session.token);
    if (verified === undefined) return false;
    session.token = this.tokens.issue(session.clientId, { scopes: verified.scopes });
    session.renewed = now;
    return true;
  }
}

function hasEnded({ used, ends }: OpenSession, now: number): boolean {
  return now >= ends || now - used >= IDLE_LIFE;
}
