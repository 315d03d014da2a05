import { existsSync, readdirSync } from 'node:fs';
import { recordIn, type AuditEntry } from '../../auth/audit-log.js';
import { clientsOfFolder, putClientsInFolder } from '../../auth/moved-clients.js';
import { readState, withRestingFolder, writeState } from '../../store/resting-folder.js';
import { FolderHome } from '../../home/folder/folder-home.js';
import type { Contents, MovePlace } from './move.js';
import { copyHome } from './moved-home.js';

/** A data folder. */
export class FolderPlace implements MovePlace {
  /** @param now milliseconds since the epoch: what was revoked is left behind once it has expired */
  constructor(
    readonly shown: string,
    private readonly now: () => number = Date.now,
  ) {}

  take<T>(use: (contents: Contents) => Promise<T>): Promise<T> {
    if (!existsSync(this.shown)) throw new Error(`there is no data folder ${this.shown}`);
    return withRestingFolder(this.shown, async () => use(await this.#read(this.shown, this.now())));
  }

  put({ state, clients, home }: Contents, verify: (written: Contents) => Promise<void>): Promise<void> {
    return writeState(this.shown, state, async (partial) => {
      putClientsInFolder(partial, clients);
      await copyHome(home, new FolderHome(partial));
      await verify(await this.#read(partial, 0));
    });
  }

  mustBeEmpty(): Promise<void> {
    if (existsSync(this.shown) && readdirSync(this.shown).length > 0)
      throw new Error(`${this.shown} is not empty: give a folder that is new or empty`);
    return Promise.resolve();
  }

  record(entry: AuditEntry): Promise<void> {
    return recordIn(new FolderHome(this.shown), entry);
  }

  async #read(folder: string, now: number): Promise<Contents> {
    const home = new FolderHome(folder);
    return { state: await readState(folder), clients: clientsOfFolder(folder, now), home };
  }
}
