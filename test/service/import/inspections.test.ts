import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Inspections } from '../../../src/service/import/inspections.js';
import { FileRefused } from '../../../src/service/import/file-memory.js';

/** Inspections that end on request, and the order in which they started. */
function looks(inspections = new Inspections()) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (client: string, name: string, gone?: AbortSignal): Promise<string> =>
    inspections.inspect(
      client,
      async (signal) => {
        begun.push(name);
        await new Promise<void>((resolve) => {
          ends.set(name, resolve);
          signal.addEventListener('abort', () => resolve());
        });
        signal.throwIfAborted();
        return name;
      },
      gone,
    );
  const end = async (name: string): Promise<void> => {
    ends.get(name)!();
    await nextTurn();
  };
  return { inspections, begun, ask, end };
}

it('one look of a client at a time, four in all, in turns of the clients', async () => {
  const { begun, ask, end } = looks();
  const asked = ['a1', 'a2', 'a3', 'b1', 'c1', 'd1', 'e1', 'b2'].map((name) => ask(name.charAt(0), name));
  expect(begun).toEqual(['a1', 'b1', 'c1', 'd1']);
  await end('b1');
  expect(begun).toEqual(['a1', 'b1', 'c1', 'd1', 'e1']);
  await end('a1');
  await end('c1');
  expect(begun.slice(5).sort()).toEqual(['a2', 'b2']);
  for (const name of ['d1', 'e1', 'a2', 'b2', 'a3']) await end(name);
  expect(await Promise.all(asked)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'd1', 'e1', 'b2']);
});

it('who waits too long for an inspection is told so, and that it is not the file', async () => {
  const { ask, inspections } = looks(new Inspections(0.01));
  const first = expect(ask('a', 'a1')).rejects.toThrow(FileRefused);
  await expect(ask('a', 'a2')).rejects.toMatchObject({ status: 503, message: /^Inspections of other files took/ });
  await first;
  await inspections.close();
});

it('a client that leaves is not waited for: a waiting inspection never begins, a running one is ended', async () => {
  const { begun, ask, end } = looks();
  const gone = new AbortController();
  const left = expect(Promise.all([ask('a', 'a1', gone.signal), ask('a', 'a2', gone.signal)])).rejects.toThrow('left');
  const other = ask('a', 'a3');
  gone.abort(new Error('left'));
  await left;
  await nextTurn();
  expect(begun).toEqual(['a1', 'a3']);
  await end('a3');
  expect(await other).toBe('a3');
  await expect(ask('a', 'a4', gone.signal)).rejects.toThrow('left');
  expect(begun).not.toContain('a4');
});

it('a look that takes too long is ended, with the limit named, and the next one begins', async () => {
  const { begun, ask, inspections } = looks(new Inspections(0.01));
  await expect(ask('a', 'a1')).rejects.toThrow(
    new FileRefused('inspecting the file took longer than the limit of 0.01 seconds'),
  );
  await expect(ask('a', 'a2')).rejects.toThrow(FileRefused);
  expect(begun).toEqual(['a1', 'a2']);
  await inspections.close();
});

it('while somebody waits, two long inspections continue, others yield, and start again when there is room', async () => {
  const { begun, ask, end } = looks(new Inspections(20, 0.01));
  const asked = ['a1', 'b1', 'c1', 'd1'].map((name) => ask(name.charAt(0), name));
  asked.push(ask('e', 'e1'));
  await expect.poll(() => begun).toEqual(['a1', 'b1', 'c1', 'd1', 'e1']);
  // A client whose inspection was interrupted does not start another inspection before the first resumes.
  asked.push(ask('c', 'c2'), ask('f', 'f1'), ask('g', 'g1'));
  await expect.poll(() => begun.slice(5)).toEqual(['f1', 'g1']);
  for (const name of ['g1', 'f1']) await end(name);
  // Interrupted inspections resume in the order of their interruption, which is youngest first.
  await expect.poll(() => begun.slice(7)).toEqual(['c1', 'e1']);
  await end('c1');
  await expect.poll(() => begun.slice(9)).toEqual(['c2']);
  await end('c2');
  await expect.poll(() => begun.slice(10)).toEqual(['d1']);
  for (const name of ['a1', 'b1', 'd1', 'e1']) await end(name);
  expect(await Promise.all(asked)).toEqual(['a1', 'b1', 'c1', 'd1', 'e1', 'c2', 'f1', 'g1']);
});

it('a client that yielded and waits too long, or leaves, is told so; its next inspection begins', async () => {
  const { begun, ask, end, inspections } = looks(new Inspections(0.3, 0.01));
  const late = ['a1', 'b1', 'c1', 'd1'].map((name) => expect(ask(name.charAt(0), name)).rejects.toThrow());
  const other = ask('e', 'e1');
  await expect.poll(() => begun).toContain('e1');
  await end('e1');
  expect(await other).toBe('e1');
  await Promise.all(late);
  const next = ask('d', 'd2');
  expect(begun.at(-1)).toBe('d2');
  await end('d2');
  expect(await next).toBe('d2');
  await inspections.close();
});

it('a service that stops says so to clients that wait for an inspection', async () => {
  const { ask, inspections } = looks();
  const told = ['a1', 'a2'].map((name) =>
    expect(ask('a', name)).rejects.toMatchObject({ status: 503, message: 'The service is stopping' }),
  );
  await inspections.close();
  await Promise.all(told);
});
