import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CommitRanges } from '../../src/store/commit-ranges.js';
import type { CommitIdentity } from '../../src/store/log-position.js';

/** Consecutive commits by writer in a log, as writer and count. `null`: their identities were not stored. */
const runs = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', null), fc.integer({ min: 1, max: 4 })), {
  maxLength: 30,
});

/** Nodes append alternately, each with its own consecutive numbers. */
function commitsOf(all: readonly (readonly [string | null, number])[]): (CommitIdentity | undefined)[] {
  const numbers = new Map<string, number>();
  return all.flatMap(([writer, count]) =>
    Array.from({ length: count }, () => {
      if (writer === null) return undefined;
      const number = (numbers.get(writer) ?? 0) + 1;
      numbers.set(writer, number);
      return { writer, number };
    }),
  );
}

it('shows which commit is at a position, as a list of all would, also when it was written and read', () => {
  fc.assert(
    fc.property(runs, (all) => {
      const commits = commitsOf(all);
      const known = new CommitRanges();
      for (const [i, commit] of commits.entries()) known.add(i + 1, commit);
      const written = JSON.parse(JSON.stringify(known.newest())) as ReturnType<CommitRanges['newest']>;
      for (const each of [known, new CommitRanges(written, commits.length)])
        expect([0, ...commits.keys(), commits.length].map((at) => each.at(at + 1))).toEqual([
          ...(commits.length === 0 ? [undefined] : [commits[0]]),
          ...commits,
          undefined,
        ]);
    }),
  );
});

it('forgets the oldest, even if many nodes append in turns', () => {
  const known = new CommitRanges();
  for (let position = 1; position <= 10_000; position++)
    known.add(position, { writer: `node ${position % 3}`, number: position });
  expect(known.at(1)).toBeUndefined();
  for (const position of [10_000, 9_999, 9_000]) expect(known.at(position)?.number).toBe(position);
  expect(known.newest()).toHaveLength(64);
});
