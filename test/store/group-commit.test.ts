import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { systemFiles, type StoreFiles } from '../../src/store/store-files.js';
import { openFileStore } from '../../src/store/open-file-store.js';
import { contact } from './contact.js';
import { newFolder } from './folders.js';

/** A store whose appends block until released. */
async function heldStore() {
  /** Number of lines of each started append. */
  const appends: number[] = [];
  const held: (() => void)[] = [];
  let isHolding = false;
  const files: StoreFiles = {
    ...systemFiles,
    async open(path, mode) {
      const file = await systemFiles.open(path, mode);
      return {
        ...file,
        async write(bytes, position) {
          if (isHolding) {
            appends.push(bytes.toString().trimEnd().split('\n').length);
            await new Promise<void>((resolve) => held.push(resolve));
          }
          await file.write(bytes, position);
        },
        // The only wait is for the release.
        sync: () => (isHolding ? Promise.resolve() : file.sync()),
      };
    },
  };
  const store = await openFileStore(await newFolder(), { files });
  isHolding = true;
  const put = (number: number) => store.append({ changes: [{ kind: 'put', record: contact(number) }] });
  const begun = async (count: number): Promise<void> => {
    while (appends.length < count) await nextTurn();
  };
  const letGo = (): void => held.shift()!();
  return { store, put, begun, letGo, appends };
}

it('commits made while an append is under way go with the next append, all together', async () => {
  const { store, put, begun, letGo, appends } = await heldStore();
  const first = put(1);
  await begun(1);
  const rest = [put(2), put(3), put(4)];
  letGo();
  await first;
  await begun(2);
  letGo();
  await Promise.all(rest);
  expect(appends).toEqual([1, 3]);
  await store.close();
});

it('those who are answered by one append and commit again go together', async () => {
  const { store, put, begun, letGo, appends } = await heldStore();
  const again = [1, 2, 3].map((number) => put(number).then(() => put(number + 10)));
  await begun(1);
  letGo();
  await begun(2);
  letGo();
  await Promise.all(again);
  expect(appends).toEqual([3, 3]);
  await store.close();
});

it('an append that somebody waits for begins when the one before it is back, not a turn of the event loop later', async () => {
  const { store, put, begun, letGo, appends } = await heldStore();
  const first = put(1);
  await begun(1);
  const second = put(2);
  letGo();
  await first;
  // Runs everything that needs no turn of the event loop.
  for (let i = 0; i < 20; i++) await Promise.resolve();
  expect(appends).toEqual([1, 1]);
  letGo();
  await second;
  await store.close();
});
