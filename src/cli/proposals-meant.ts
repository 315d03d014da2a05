import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProposalStore } from '../administration/proposal-store.js';
import { FolderHome } from '../home/folder/folder-home.js';
import { Proposals } from '../administration/proposals.js';
import type { AuditEntry } from '../auth/audit-log.js';
import { readFolderFiles, writeFolderFiles } from '../config/folder-files.js';
import { putScenario } from '../config/put-scenario.js';
import type { ScenarioDefinition } from '../matching/scenario.js';
import type { NodeDatabase } from '../store/postgres/node-database.js';
import { COMMAND_LINE } from './audit-changes.js';
import { openNodeDatabase } from '../server/database.js';
import { auditIn, type StoreChoice } from './meant-store.js';

/** The learned scenarios that wait beside the store that is meant. One that is accepted is not in use yet. */
export async function withProposals<T>(
  choice: StoreChoice & { readonly config: string },
  use: (proposals: Proposals) => Promise<T>,
): Promise<T> {
  const { data, store, config } = choice;
  const entries: AuditEntry[] = [];
  const note = (entry: AuditEntry): void => void entries.push(entry);
  const database = store === undefined ? undefined : await openNodeDatabase(store);
  try {
    const result = await use(
      database === undefined
        ? new Proposals(
            new ProposalStore(new FolderHome(data)),
            (_actor, scenario) => putScenario(config, scenario),
            note,
          )
        : await storedProposals(database, config, note),
    );
    for (const entry of entries) await auditIn(choice, entry);
    return result;
  } finally {
    await database?.close();
  }
}

async function storedProposals(
  database: NodeDatabase,
  config: string,
  note: (entry: AuditEntry) => void,
): Promise<Proposals> {
  const { PostgresHome } = await import('../home/postgres/postgres-home.js');
  const use = (_actor: unknown, scenario: ScenarioDefinition) => pushScenario(database, config, scenario);
  return new Proposals(new ProposalStore(new PostgresHome(database)), use, note);
}

/** Pushes the newest configuration with a scenario in it: every node goes over to that. */
async function pushScenario(database: NodeDatabase, config: string, scenario: ScenarioDefinition): Promise<void> {
  const { ConfigurationVersions } = await import('../administration/configuration-versions.js');
  const versions = new ConfigurationVersions(database);
  const newest = await versions.newest();
  const folder = await mkdtemp(join(tmpdir(), 'likeness-configuration-'));
  try {
    await writeFolderFiles(folder, newest === 0 ? await readFolderFiles(config) : await versions.files(newest));
    await putScenario(folder, scenario);
    await versions.push(await readFolderFiles(folder), COMMAND_LINE, newest);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
