import { openFileStore } from '../../src/store/open-file-store.js';
import { changesOf } from './load.js';

/**
 * Opens the store of a folder and prints `open <pid>` or `locked <pid of the holder>`. With `--load`, writes
 * transactions without end and prints `ack <n>` when transaction n was acknowledged: two versions of a record, and
 * sometimes a deletion.
 */
const [folder = '', mode] = process.argv.slice(2);

try {
  const store = await openFileStore(folder, { compactAt: 20_000 });
  console.log(`open ${process.pid}`);
  if (mode === '--load') {
    let next = store.counter('n') + 1;
    const writer = async (): Promise<never> => {
      for (;;) {
        const n = next++;
        await store.append({ changes: changesOf(n) });
        console.log(`ack ${n}`);
      }
    };
    await Promise.all(Array.from({ length: 8 }, writer));
  } else setInterval(() => undefined, 1000);
} catch (error) {
  const { name, pid } = error as Error & { pid?: number };
  console.log(name === 'StoreLockedError' ? `locked ${pid ?? 'unknown'}` : String(error));
}
