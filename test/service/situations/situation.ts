import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Likeness } from '../../../src/service/likeness.js';
import { entriesOf } from '../../support/entries.js';
import { insert, openService, upsert, type Data } from '../open-service.js';

/**
 * The stored records, the sent record, and the expected decision. `same`: they are the same; a number selects one of
 * several stored records. `another`: they are different. `possible`: it is unclear, so both are kept as a suspected
 * pair. `undecided`: it is unclear, and the row documents the service's result. `missed`: a known failure, in which a
 * duplicate is created.
 */
export interface Situation {
  readonly decision: string;
  readonly what: string;
  readonly stored: readonly Data[];
  readonly sent: Data;
}

/** `[what, stored, sent]`: the sent record has more data or another notation than the stored record. */
type Written = readonly [what: string, stored: Data, sent: Data];

/** Situations in which both records are the same person or company. `base` has the values that both share. */
export const same = (base: Data, all: readonly Written[]): Situation[] =>
  all.map(([what, stored, sent]) => ({
    decision: 'same',
    what,
    stored: [{ ...base, ...stored }],
    sent: { ...base, ...sent },
  }));

export const another = (base: Data, all: readonly Written[]): Situation[] =>
  same(base, all).map((each) => ({ ...each, decision: 'another' }));

/**
 * Runs the tables of a file in this folder. `# OBJECT: NAME` starts a table. A row has a decision, a description, the
 * fields that all its records share, the stored record, and the sent record (`fieldsOf`). ` | ` separates stored records.
 */
export function decides(file: string): void {
  const [, ...lines] = readFileSync(new URL(file, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  const tables: { object: string; name: string; situations: Situation[] }[] = [];
  for (const line of lines) {
    const title = /^# (\w+): (.*)$/.exec(line);
    if (title) tables.push({ object: title[1]!, name: title[2]!, situations: [] });
    else tables.at(-1)!.situations.push(situationOf(line));
  }
  for (const { name, object, situations } of tables) table(name, object, situations);
}

/**
 * Runs the tables of a file in this folder whose rows differ only in a few fields. `# OBJECT, DECISION, SHARED, FIELDS`
 * (with tabs) starts a table. Its entries are `VALUES = VALUES`: the values of the fields of the stored record, and the
 * sent values of the last of these fields. ` / ` separates values.
 */
export function decidesPairs(file: string): void {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8');
  for (const [title, ...lines] of text
    .split(/^# /m)
    .slice(1)
    .map((part) => part.split('\n'))) {
    const [object, decision, shared, list] = title!.split('\t') as [string, string, string, string];
    const fields = list.split(' / ');
    const base = fieldsOf(shared);
    const situations = entriesOf(lines.join('\n')).map((entry): Situation => {
      const [stored, sent, ...more] = entry.split(' = ').map((side) => side.split(' / '));
      if (stored?.length !== fields.length || sent === undefined || more.length > 0)
        throw new Error(`not ${list} = …: ${entry}`);
      const named = (values: readonly string[]): Data =>
        Object.fromEntries(values.map((value, i) => [fields[fields.length - values.length + i]!, value]));
      const before = { ...base, ...named(stored) };
      return { decision, what: entry, stored: [before], sent: { ...before, ...named(sent) } };
    });
    table(`${decision}: ${list}${shared && ` with ${shared}`}`, object, situations);
  }
}

function situationOf(line: string): Situation {
  const [decision, what, both, stored, sent, ...more] = line.split('\t');
  if (sent === undefined || more.length > 0) throw new Error(`not five columns: ${line}`);
  const base = fieldsOf(both!);
  return {
    decision: decision!,
    what: what!,
    stored: stored!.split(' | ').map((each) => ({ ...base, ...fieldsOf(each) })),
    sent: { ...base, ...fieldsOf(sent) },
  };
}

/** Reads `Name=value; Name=value`. A value that starts with a quotation mark is JSON. */
export function fieldsOf(cell: string): Data {
  const fields = cell === '' ? [] : cell.split('; ');
  return Object.fromEntries(
    fields.map((field) => {
      const at = field.indexOf('=');
      const value = field.slice(at + 1);
      return [field.slice(0, at), value.startsWith('"') ? (JSON.parse(value) as string) : value];
    }),
  );
}

/** Runs a table. Each row uses its own service. */
export function table(name: string, object: string, situations: readonly Situation[]): void {
  describe(`${name} (${object})`, () => {
    it.each(situations.map((each, i) => [i + 1, each.what, each] as const))('%i %s', async (_number, _what, each) => {
      expect(await decisionOn(object, each)).toEqual(EXPECTED[each.decision]);
    });
  });
}

const creates: unknown = expect.stringMatching(/^creates/);
const EXPECTED: Readonly<Record<string, unknown>> = {
  same: 'updates 0',
  'same 1': 'updates 1',
  'same 2': 'updates 2',
  another: creates,
  possible: 'creates and suspects',
  missed: creates,
  'undecided, creates': creates,
  'undecided, updates': 'updates 0',
};

async function decisionOn(object: string, { stored, sent }: Situation): Promise<string> {
  const likeness = await openService();
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
