import { existsSync, readdirSync } from 'node:fs';
import { recordIn, type AuditEntry } from '../../../service/auth/audit-log.js';
import { clientsOfFolder, putClientsInFolder } from '../../../service/auth/moved-clients.js';
import { readState, withRestingFolder, writeState } from '../../../store/resting-folder.js';
import { FolderHome } from '../../../store/home/folder/folder-home.js';
import type { Contents, MovePlace, PlaceOptions } from './move.js';
import { copyHome } from './moved-home.js';

export class FolderPlace implements MovePlace {
  constructor(
    readonly shown: string,
    private readonly options: PlaceOptions = {},
  ) {}

  take<T>(use: (contents: Contents) => Promise<T>): Promise<T> {
    if (!existsSync(this.shown)) throw new Error(`there is no data folder ${this.shown}`);
    const { now = Date.now } = this.options;
    return withRestingFolder(this.shown, () => this.#reading(this.shown, now(), use));
  }

  put({ state, clients, home }: Contents, verify: (written: Contents) => Promise<void>): Promise<void> {
    return writeState(this.shown, state, async (partial) => {
      putClientsInFolder(partial, clients);
      await copyHome(home, new FolderHome(partial));
      await this.#reading(partial, 0, verify);
    });
  }

  mustBeEmpty(): Promise<void> {
    if (existsSync(this.shown) && readdirSync(this.shown).length > 0)
      throw new Error(`${this.shown} is not empty: specify a new or empty folder`);
    return Promise.resolve();
  }

  record(entry: AuditEntry): Promise<void> {
    return recordIn(new FolderHome(this.shown), entry);
  }

  async #reading<T>(folder: string, now: number, use: (contents: Contents) => Promise<T>): Promise<T> {
    const home = new FolderHome(folder);
    const state = await readState(folder, this.options.recordMemory);
    try {
      return await use({ state, clients: clientsOfFolder(folder, now), home });
    } finally {
      state.close();
    }
  }
}
