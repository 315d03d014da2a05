import { parseBasic } from './basic-auth.js';
import type { ClientRegistry } from './client-registry.js';
import { takeApart } from './compact-jws.js';
import type { GrantRequest } from './grants.js';
import type { LoginCodes } from './login-codes.js';
import { RequestError } from '../contract/request-error.js';

/** Clients and keys that other nodes change, as they are in the database. */
export interface NewestFiles {
  /** The version known here: it rises with every change. */
  readonly version: number;
  /** Resolves when all is known here that stood in the database when it was called, or that cannot be asked. */
  refresh(): Promise<void>;
}

/** Tries once more what was refused, where the database has what was not known here. */
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

/** A login names this: a client by its Id, in the clear or in an assertion, or a one-time code. */
type Named = Partial<Pick<GrantRequest, 'form' | 'authorization'>> & {
  readonly clientId?: string | undefined;
  readonly code?: string | undefined;
};

/** Before a login is tried, and counted: asks the database for who is not known here. */
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

/** Who says that he wrote an assertion: nothing is proved by it. */
function issuerOf(assertion: string | undefined): string | undefined {
  try {
    const issuer = assertion === undefined ? undefined : takeApart(assertion).payload['iss'];
    return typeof issuer === 'string' ? issuer : undefined;
  } catch {
    return undefined;
  }
}
