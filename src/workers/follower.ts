import { Auth } from '../auth/auth.js';
import { ClientUsers } from '../auth/client-users.js';
import { answerBoundsOf } from '../config/config-limits.js';
import type { Configuration } from '../config/configuration.js';
import { IndexSnapshots } from '../service/index-snapshot/index-snapshots.js';
import { openLikeness } from '../service/open.js';
import type { Service } from '../service/service.js';
import type { RecordMemory } from '../store/record-memory.js';
import { FollowingStore } from '../store/following-store.js';
import { loadConfigurationTexts } from './configuration-texts.js';
import { LogClient } from './log-client.js';
import type { Metric } from './messages.js';
import type { SharedCounts } from './shared-counts.js';

export interface FollowerOptions {
  readonly dataFolder: string;
  /** Where the writer listens. */
  readonly sockets: string;
  readonly counts: SharedCounts;
  /** How much of records and history stays in the memory of this process. */
  readonly recordMemory?: RecordMemory | undefined;
  readonly log: { warn(message: string): void };
}

/** A worker that reads a data folder which another one writes. */
export interface Follower {
  readonly configuration: Configuration;
  readonly likeness: Service;
  readonly auth: Auth;
  /** Resolves when it cannot follow any more, with the reason. */
  readonly lost: Promise<Error>;
  /**
   * Resolves when it shows all that the writer does; from then on whoever asks here sees what was answered anywhere.
   */
  follow(metrics: () => Promise<readonly Metric[]>): Promise<void>;
  /** Once it is lost: keeps what it shows and the folder does not have any more. @returns what became of it, in words */
  keepBeyond(why: string): Promise<string | undefined>;
  close(): Promise<void>;
}

/** Loads what the writer's folder holds: records from its files, the indexes from its snapshot where that fits. */
export async function openFollower({
  dataFolder,
  sockets,
  counts,
  recordMemory,
  log,
}: FollowerOptions): Promise<Follower> {
  const client = new LogClient(sockets);
  const fail = client.lost.then((error) => Promise.reject(error));
  fail.catch(() => undefined);
  const open = async (): Promise<
    Omit<Follower, 'lost' | 'close' | 'follow' | 'keepBeyond'> & { readonly store: FollowingStore }
  > => {
    const { extents, settings, configuration: texts } = await client.welcome;
    const configuration = await loadConfigurationTexts(texts, settings);
    const store = await FollowingStore.open(dataFolder, extents, {
      answerBounds: answerBoundsOf(settings.limits),
      recordMemory,
      note: (message) => log.warn(message),
    });
    const snapshots = new IndexSnapshots(store, store);
    const likeness = await openLikeness({ configuration, store, users: new ClientUsers(dataFolder), snapshots });
    const { identityProviders, limits } = settings;
    const auth = new Auth({ dataFolder, trouble: (message) => log.warn(message), identityProviders, limits });
    return { configuration, likeness, auth, store };
  };
  try {
    const { store, ...opened } = await Promise.race([open(), fail]);
    const { likeness, auth, configuration } = opened;
    return {
      ...opened,
      lost: client.lost,
      keepBeyond: (why) => (client.isKept ? Promise.resolve(undefined) : store.keepBeyond(why)),
      follow: (metrics) => {
        const following = client.follow({
          service: likeness,
          store,
          auth,
          counts,
          metrics,
          configure: async (message) => {
            const next = await loadConfigurationTexts(message.configuration, configuration.settings);
            await likeness.reconfigure(next);
          },
        });
        return Promise.race([following, fail]);
      },
      close: async () => {
        client.close();
        await auth.close();
        await likeness.close();
      },
    };
  } catch (error) {
    client.close();
    throw error;
  }
}
