import { setTimeout as pause } from 'node:timers/promises';
import type { ObjectType } from '../../../records/object-type.js';
import { CHANGE_COUNTER } from '../../history.js';
import { DivergedError, PositionGoneError } from '../../store-errors.js';
import type { StoreState } from '../../store-state.js';
import { codeOf, isPassing, pauseBefore } from '../database-errors.js';
import { continuing, type LogConnection } from '../log-connection.js';
import type { Names } from '../sql-names.js';
import { HISTORY, knownTables, makeTables, type KnownTable } from './make-tables.js';

/** Records or changes that are sent at once: nobody appends while they are written, for some ten milliseconds. */
const AT_ONCE = 250;
/** Characters of them. */
const MOST_CHARACTERS = 500_000;
/** Milliseconds after which a node that serves sends what it has read by then: requests wait for the reading. */
const READ_MS = 2;
/** Records that are looked at for one that has a new field, between two turns of the event loop. */
const LOOK_AT_ONCE = 2_000;
const LONGEST_PAUSE = 5_000;
const LOCKED = '55P03';
const DEADLOCK = '40P01';
/** Ids and numbers that `differences` names of each table. */
const MOST_NAMED = 20;

export interface RowTablesParts {
  /** A connection of its own: it ends once the tables are filled. */
  readonly connection: LogConnection;
  readonly names: Names;
  readonly state: StoreState;
  /** Objects whose records are to have tables; `undefined`: the tables are to be empty. */
  readonly types: readonly ObjectType[] | undefined;
  /** Is told when they cannot be made or filled, and goes on trying. */
  readonly trouble: ((message: string) => void) | undefined;
}

/** A piece of a table that a node sends at once: all that it has between two keys. */
interface Stretch {
  /** JSON of commits that would have made it so. */
  readonly rows: readonly string[];
  /** Key of the last one that was looked at; `undefined`: that was all. */
  readonly to: string | undefined;
}

/**
 * The tables that the database writes with each commit (`row-functions.ts`), as far as nodes look after them: they are
 * made as the configuration says, and filled with what was committed before, by any node, some at a time.
 */
export class RowTables {
  /** Resolves once they are made, or that has failed for the first time. */
  readonly made: Promise<void>;
  /** Resolves once they are made and filled, or this process ends. */
  readonly settled: Promise<void>;
  readonly #end = new AbortController();
  /** Resolves once there was trouble. */
  readonly #troubled: Promise<void>;
  #hasTrouble: () => void = () => undefined;
  /** Why they cannot be made or filled at the moment. */
  #trouble: string | undefined;

  constructor(private readonly parts: RowTablesParts) {
    this.#troubled = new Promise((resolve) => (this.#hasTrouble = resolve));
    const made = this.#make();
    this.made = made.catch(() => undefined);
    this.settled = this.#run(made).finally(() => parts.connection.close());
  }

  async close(): Promise<void> {
    this.#end.abort();
    // Work that is under way is rolled back: nobody waits for it, nor for a database that is away.
    await this.parts.connection.close();
    await this.settled;
  }

  /** Waits until they are settled, or cannot be for now: nobody knows when. @returns why not */
  async whyUnsettled(): Promise<string | undefined> {
    await Promise.race([this.settled, this.#troubled]);
    return this.#trouble;
  }

  /** Whether it was closed meanwhile. */
  #isEnded(): boolean {
    return this.#end.signal.aborted;
  }

  #make(): Promise<void> {
    const { connection, names, types } = this.parts;
    return connection.use((client) => makeTables(client, names, types));
  }

  /** @param made the first attempt to make them */
  async #run(made: Promise<void>): Promise<void> {
    for (let attempt = 0; !this.#isEnded(); attempt++) {
      try {
        await (attempt === 0 ? made : this.#make());
        while (!this.#isEnded() && (await this.#fillSome())) attempt = 0;
        this.#trouble = undefined;
        return;
      } catch (error) {
        // The view is made anew, and with it this.
        if (error instanceof DivergedError || error instanceof PositionGoneError) return;
        const isUsual = isPassing(error) || [LOCKED, DEADLOCK].includes(codeOf(error) ?? '');
        if (!isUsual && this.#trouble === undefined && !this.#isEnded()) {
          this.#trouble = `the tables for SQL are not whole, this is tried again: ${(error as Error).message}`;
          this.parts.trouble?.(this.#trouble);
          this.#hasTrouble();
        }
        await this.#pause(Math.min(LONGEST_PAUSE, pauseBefore(attempt)));
      }
    }
  }

  /** @returns false: all is filled */
  async #fillSome(): Promise<boolean> {
    const { connection, names, state } = this.parts;
    const known = await knownTables((text, values) => connection.query(text, values), names.schema);
    const table = known.find(({ since, filled }) => since !== undefined && filled !== undefined);
    if (table === undefined) return false;
    if (state.sequence < table.since!) {
      await this.#pause(20);
      return true;
    }
    const from = table.filled!;
    // At one moment: the position, and what is known there.
    const { end } = state;
    const { rows, to } = stretchOf(state, table, from, READ_MS);
    const begun = performance.now();
    const text = `select ${names.schema}.fill_rows($1, $2, $3, $4, $5, $6, $7)`;
    await continuing(connection, end, text, [table.name, from, to, rows]);
    // Those who append have as much time as this.
    await this.#pause(performance.now() - begun);
    return true;
  }

  async #pause(ms: number): Promise<void> {
    await pause(ms, undefined, { signal: this.#end.signal }).catch(() => undefined);
  }
}

/**
 * Where the tables of a database differ from what a node knows, in words; nothing: nowhere. What others commit
 * meanwhile is passed over.
 */
export async function differences(connection: LogConnection, schema: string, state: StoreState): Promise<string[]> {
  const found: string[] = [];
  const known = await knownTables((text, values) => connection.query(text, values), schema);
  for (const table of known.filter(({ since, filled }) => since !== undefined && filled === undefined)) {
    const different: string[] = [];
    const first = table.name === HISTORY ? String(firstNumber(state) - 1) : '';
    for (let from: string | undefined = first; from !== undefined && different.length < MOST_NAMED;) {
      const { end } = state;
      const { rows, to }: Stretch = stretchOf(state, { ...table, onlyFields: undefined }, from);
      const text = `select r_key from ${schema}.compare_rows($1, $4, $5, $6, $7) r_key, ${schema}.must_continue($1, $2, $3)`;
      const keys = await continuing<{ r_key: string }>(connection, end, text, [table.name, from, to ?? null, rows]);
      different.push(...keys.map(({ r_key: key }) => key));
      from = to;
    }
    if (different.length > 0)
      found.push(`table ${table.name} differs from the log in ${different.slice(0, MOST_NAMED).join(', ')}`);
  }
  return found;
}

/** The number of the oldest change that is kept; behind the last one that was given out where none is. */
export function firstNumber({ history, counters }: StoreState): number {
  for (const { number } of history.after(0)) return number;
  return (counters.get(CHANGE_COUNTER) ?? 0) + 1;
}

/** @param ms after which no more is read */
function stretchOf(state: StoreState, { definition, onlyFields }: KnownTable, from: string, ms = Infinity): Stretch {
  const portion = new Portion(ms);
  return definition === undefined
    ? historyStretch(state, Number(from), portion)
    : recordStretch(state, definition.object, from, onlyFields, portion);
}

/** As much as is sent at once. */
class Portion {
  readonly rows: string[] = [];
  #characters = 0;
  readonly #until: number;

  constructor(ms: number) {
    this.#until = performance.now() + ms;
  }

  add(row: string): void {
    this.rows.push(row);
    this.#characters += row.length;
  }

  get isFull(): boolean {
    return this.rows.length === AT_ONCE || this.#characters > MOST_CHARACTERS || performance.now() > this.#until;
  }
}

function recordStretch(
  { records }: StoreState,
  object: string,
  from: string,
  onlyFields: readonly string[] | undefined,
  puts: Portion,
): Stretch {
  let looked = 0;
  const upTo = (to: string | undefined): Stretch => ({ rows: [`{"t":[${puts.rows.join(',')}]}`], to });
  for (const record of records.scan(object, from === '' ? undefined : from)) {
    if (onlyFields === undefined || onlyFields.some((field) => record.fields[field] !== undefined))
      puts.add(JSON.stringify({ kind: 'put', record }));
    if (puts.isFull || ++looked === LOOK_AT_ONCE) return upTo(record.id);
  }
  return upTo(undefined);
}

function historyStretch({ history }: StoreState, from: number, portion: Portion): Stretch {
  for (const { number } of history.after(from)) {
    const { client, time, request, ...entry } = history.get(number)!;
    portion.add(JSON.stringify({ t: [{ kind: 'history', entry }], by: { client, time, request } }));
    if (portion.isFull) return { rows: portion.rows, to: String(number) };
  }
  return { rows: portion.rows, to: undefined };
}
