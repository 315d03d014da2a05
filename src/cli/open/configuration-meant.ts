import { inTemporaryFolder } from '../../runtime/make-folder.js';
import type { Configuration } from '../../store/config/configuration.js';
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
    const newest = await new ConfigurationVersions(home).copyNewest(folder);
    return configurationOf(newest === 0 ? config : folder);
  }).finally(() => home.close());
}
