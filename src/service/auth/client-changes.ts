import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RequestError } from '../../records/contract/request-error.js';
import type { Home } from '../../store/home/home.js';
import { auditLine, type AuditEntry } from './audit-log.js';
import { AuthError } from './auth-error.js';
import type { Client } from './client.js';
import type { ClientRegistry } from './client-registry.js';
import { lockOf } from './client-store.js';
import { whenUnlocked } from './file-lock.js';
import type { NewestFiles } from './newest-files.js';
import { SharedFiles } from './shared-files.js';

type Note = (entry: AuditEntry) => void;

/**
 * Works on a copy of the files that all nodes of a database share. Then saves the changed files and their audit entries
 * together.
 * @param work receives the folder of the copy
 */
export async function changeInDatabase<T>(
  home: Home,
  work: (folder: string, note: Note, now: () => number) => T | Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'likeness-clients-'));
  const { now } = home;
  try {
    return await new SharedFiles(home, folder).change((note) =>
      work(folder, (entry) => note(auditLine(entry, now())), now),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export interface ClientChangesOptions {
  readonly registry: Pick<ClientRegistry, 'find' | 'all'>;
  readonly dataFolder: string;
  readonly audit: Note;
  readonly now: () => number;
  /** Where the clients of several nodes are stored. Default: the data folder. */
  readonly home?: Home | undefined;
  readonly newest?: NewestFiles | undefined;
}

export class ClientChanges {
  constructor(private readonly options: ClientChangesOptions) {}

  /** Lists all clients in order of registration, including revoked clients. */
  list(): readonly Client[] {
    return [...this.options.registry.all().values()];
  }

  /** @throws RequestError 404 */
  find(clientId: string): Client {
    const found = this.options.registry.find(clientId);
    if (found === undefined) throw new RequestError(404, 'NOT_FOUND', 'The client does not exist', ['clientId']);
    return found;
  }

  /**
   * Changes clients. Returns when this process sees the change.
   * @param work changes the clients in a folder with the functions of `client-store.ts`, and adds audit entries
   * @throws RequestError 400 for invalid changes, 409 if the clients cannot be changed
   */
  async make<T>(work: (folder: string, note: Note, now: () => number) => T): Promise<T> {
    const { dataFolder, audit, home, newest, now } = this.options;
    if (home !== undefined) {
      const result = await changeInDatabase(home, (folder, note) => sayingWhatIsWrong(() => work(folder, note, now)));
      await newest?.refresh();
      return result;
    }
    await whenUnlocked(lockOf(dataFolder)).catch((error: unknown) => {
      throw new RequestError(409, 'CLIENTS_LOCKED', (error as Error).message);
    });
    return sayingWhatIsWrong(() => work(dataFolder, audit, now));
  }
}

function sayingWhatIsWrong<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof AuthError) throw new RequestError(400, 'INVALID_CLIENT', error.message);
    throw error;
  }
}
