import { describe, expect, it } from 'vitest';
import type { Likeness } from '../../../src/service/likeness.js';
import { insert, openService, upsert, type Data } from '../open-service.js';

/**
 * One situation: what is stored, what is sent, and what a person who knows the people would decide. `same`: it is the
 * stored record at that place, by default the only one. `another`: it is somebody else. `possible`: nobody can tell, or
 * it could be mistaken, so it is kept apart and shown to people as a suspected pair.
 */
export interface Situation {
  readonly what: string;
  readonly stored: readonly Data[];
  readonly sent: Data;
  readonly decide: 'another' | 'possible' | { readonly same: number };
}

/** `[what, stored, sent]`: the sent record is the stored one, with more said or otherwise written. */
type Written = readonly [what: string, stored: Data | readonly Data[], sent: Data, at?: number];

const listed = (stored: Data | readonly Data[]): readonly Data[] =>
  Array.isArray(stored) ? (stored as readonly Data[]) : [stored as Data];

/** The sent record is the stored one. What is not sent or stored otherwise is taken from `base` on both sides. */
export const same = (base: Data, all: readonly Written[]): Situation[] =>
  all.map(([what, stored, sent, at = 0]) => ({
    what,
    stored: listed(stored).map((one) => ({ ...base, ...one })),
    sent: { ...base, ...sent },
    decide: { same: at },
  }));

export const another = (base: Data, all: readonly Written[]): Situation[] =>
  same(base, all).map((each) => ({ ...each, decide: 'another' }));

/** Another one, of whom people are shown that they look alike. */
export const possible = (base: Data, all: readonly Written[]): Situation[] =>
  same(base, all).map((each) => ({ ...each, decide: 'possible' }));

/** Situations that fall short: a person would say that it is the stored record, and an upsert creates another one. */
export const missed = (base: Data, all: readonly Written[]): Situation[] => another(base, all);

/** Runs a table, each situation in a service of its own object's records. */
export function table(name: string, object: string, situations: readonly Situation[], files = {}): void {
  describe(`${name} (${object})`, () => {
    it.each(situations.map((each, i) => [i + 1, each.what, each] as const))('%i %s', async (_number, _what, each) => {
      expect(await decisionOn(object, each, files)).toEqual(expected(each));
    });
  });
}

const expected = ({ decide }: Situation): unknown =>
  typeof decide === 'object'
    ? `updates ${decide.same}`
    : decide === 'possible'
      ? 'creates and suspects'
      : expect.stringMatching(/^creates/);

async function decisionOn(
  object: string,
  { stored, sent }: Situation,
  files: Record<string, unknown>,
): Promise<string> {
  const likeness = await openService({ files });
  const ids: string[] = [];
  for (const data of stored) ids.push(await insert(likeness, object, data));
  const output = await upsert(likeness, object, sent);
  if (!output.isSuccess) return `fails: ${output.errorMessage}`;
  if (!output.isCreated) return `updates ${ids.indexOf(output.objectId!)}`;
  return suspects(likeness, output.objectId!) ? 'creates and suspects' : 'creates';
}

function suspects(likeness: Likeness, id: string): boolean {
  return likeness.suspectedPairs({ page: 1, pageSize: 10 }).records.some(({ createdId }) => createdId === id);
}
