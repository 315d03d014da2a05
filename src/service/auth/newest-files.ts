import { parseBasic } from './basic-auth.js';
import type { ClientRegistry } from './client-registry.js';
import { takeApart } from './compact-jws.js';
import type { LoginCodes } from './login-codes.js';
import { RequestError } from '../../records/contract/request-error.js';

/** Clients and keys in a database, where other nodes may change them. */
export interface NewestFiles {
  /** The version that this node has. Each change increases it. */
  readonly version: number;
  /** Resolves when this node has all changes that were stored before the call, or when the database is unavailable. */
  refresh(): Promise<void>;
}

/** If an attempt is rejected, loads newer files from the database. If there are any, tries again. */
export async function orByNewest<T>(newest: NewestFiles | undefined, attempt: () => Promise<T>): Promise<T> {
  if (newest === undefined) return attempt();
  const { version } = newest;
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof RequestError) || (error.status !== 401 && error.status !== 403)) throw error;
    await newest.refresh();
    if (newest.version === version) throw error;
    return attempt();
  }
}

interface Named {
  readonly form?: ReadonlyMap<string, string>;
  readonly authorization?: string | undefined;
  readonly clientId?: string | undefined;
  readonly code?: string | undefined;
}

/** Loads the clients from the database before the login of an unknown client counts as failed. */
export class UnknownLogins {
  constructor(
    private readonly clients: Pick<ClientRegistry, 'find'>,
    private readonly codes: Pick<LoginCodes, 'verify'>,
    private readonly newest: NewestFiles | undefined,
  ) {}

  async lookUp(named: Named): Promise<void> {
    if (this.newest !== undefined && this.#isUnknown(named)) await this.newest.refresh();
  }

  #isUnknown({ code, clientId, form, authorization }: Named): boolean {
    const basic = authorization === undefined ? undefined : parseBasic(authorization)?.clientId;
    const claimed = clientId ?? form?.get('client_id') ?? basic ?? issuerOf(form?.get('assertion'));
    const id = code === undefined ? claimed : (this.codes.verify(code)?.clientId ?? '');
    return id !== undefined && this.clients.find(id) === undefined;
  }
}

/** Returns the issuer that an assertion claims, without verifying it. */
function issuerOf(assertion: string | undefined): string | undefined {
  try {
    const issuer = assertion === undefined ? undefined : takeApart(assertion).payload['iss'];
    return typeof issuer === 'string' ? issuer : undefined;
  } catch {
    return undefined;
  }
}
