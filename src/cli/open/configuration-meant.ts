import { inTemporaryFolder } from '../../runtime/make-folder.js';
import type { Configuration } from '../../store/config/configuration.js';
import { writeFolderFiles } from '../../store/config/folder-files.js';
import { configurationOf } from '../../store/config/load.js';
import { openDatabaseHome } from './database.js';

/** Returns the configuration of the chosen store: the newest version in the database, or the folder. */
export async function configurationMeant({
  config,
  store,
  url,
}: {
  readonly config: string;
  readonly store?: string | undefined;
  readonly url?: string | undefined;
}): Promise<Configuration> {
  if (store === undefined || url !== undefined) return configurationOf(config);
  const { ConfigurationVersions } = await import('../../service/config/configuration-versions.js');
  const home = await openDatabaseHome(store);
  return inTemporaryFolder('configuration', async (folder) => {
    const versions = new ConfigurationVersions(home);
    const newest = await versions.newest();
    if (newest === 0) return configurationOf(config);
    await writeFolderFiles(folder, await versions.files(newest));
    return configurationOf(folder);
  }).finally(() => home.close());
}
