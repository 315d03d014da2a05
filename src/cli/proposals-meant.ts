import { inTemporaryFolder } from '../runtime/make-folder.js';
import { ProposalStore } from '../service/config/proposal-store.js';
import { ConfigurationVersions } from '../service/config/configuration-versions.js';
import type { Home } from '../store/home/home.js';
import { Proposals } from '../service/config/proposals.js';
import type { AuditEntry } from '../service/auth/audit-log.js';
import { readFolderFiles, writeFolderFiles } from '../store/config/folder-files.js';
import { putScenario } from '../store/config/scenario-part.js';
import type { ScenarioDefinition } from '../matching/scenario.js';
import { COMMAND_LINE } from './audit-changes.js';
import { openMeantHome } from './open/database.js';
import { auditIn, type StoreChoice } from './meant-store.js';

/** Provides the learned scenarios waiting in the chosen store. Accepting a scenario does not activate it yet. */
export async function withProposals<T>(
  choice: StoreChoice & { readonly config: string },
  use: (proposals: Proposals) => Promise<T>,
): Promise<T> {
  const { data, store, config } = choice;
  const entries: AuditEntry[] = [];
  const note = (entry: AuditEntry): void => void entries.push(entry);
  const home = await openMeantHome({ data, store });
  try {
    const accept = (_actor: unknown, scenario: ScenarioDefinition): Promise<void> =>
      home.isShared ? pushScenario(home, config, scenario) : putScenario(config, scenario);
    const result = await use(new Proposals(new ProposalStore(home), accept, note));
    for (const entry of entries) await auditIn(choice, entry);
    return result;
  } finally {
    await home.close();
  }
}

async function pushScenario(home: Home, config: string, scenario: ScenarioDefinition): Promise<void> {
  const versions = new ConfigurationVersions(home);
  await inTemporaryFolder('configuration', async (folder) => {
    const newest = await versions.copyNewest(folder);
    if (newest === 0) await writeFolderFiles(folder, await readFolderFiles(config));
    await putScenario(folder, scenario);
    await versions.push(await readFolderFiles(folder), COMMAND_LINE, newest);
  });
}
