import { setTimeout as pause } from 'node:timers/promises';
import type { ObjectType } from '../../../../records/object-type.js';
import { CHANGE_COUNTER } from '../../../../store/history.js';
import { DivergedError, PositionGoneError } from '../../../../store/store-errors.js';
import type { StoreState } from '../../../../store/store-state.js';
import { codeOf, isPassing, pauseBefore } from '../database-errors.js';
import { continuing, type LogConnection } from '../log-connection.js';
import type { Names } from '../sql-names.js';
import { HISTORY, knownTables, makeTables, type KnownTable } from './make-tables.js';

/** Number of records or changes per statement. Appends wait about ten milliseconds for a statement. */
const AT_ONCE = 250;
const MOST_CHARACTERS = 500_000;
/** Maximum milliseconds of reading per batch. Requests wait during this time. */
const READ_MS = 2;
/** Records searched for a new field per event-loop turn. */
const LOOK_AT_ONCE = 2_000;
const LONGEST_PAUSE = 5_000;
const LOCKED = '55P03';
const DEADLOCK = '40P01';
/** Ids and numbers listed per table. */
const MOST_NAMED = 20;

export interface RowTablesParts {
  /** Connection, which is closed once the tables are filled. */
  readonly connection: LogConnection;
  readonly names: Names;
  readonly state: StoreState;
  readonly types: readonly ObjectType[] | undefined;
  /** Called when creating or filling the tables fails. The attempt is then repeated. */
  readonly trouble: ((message: string) => void) | undefined;
}

interface Stretch {
  /** JSON of commits that would have written these rows. */
  readonly rows: readonly string[];
  /** The last key read. `undefined` at the end. */
  readonly to: string | undefined;
}

/**
 * Creates the SQL tables to match the configuration, and fills in everything committed before, by any node. The
 * database itself writes to the tables with each commit (`row-functions.ts`).
 */
export class RowTables {
  /** Resolves once the tables are created, or the first attempt has failed. */
  readonly made: Promise<void>;
  /** Resolves once the tables are created and filled, or the store closes. */
  readonly settled: Promise<void>;
  readonly #end = new AbortController();
  /** Resolves at the first failure. */
  readonly #troubled: Promise<void>;
  #hasTrouble: () => void = () => undefined;
  #trouble: string | undefined;

  constructor(private readonly parts: RowTablesParts) {
    this.#troubled = new Promise((resolve) => (this.#hasTrouble = resolve));
    const made = this.#make();
    this.made = made.catch(() => undefined);
    this.settled = this.#run(made).finally(() => parts.connection.close());
  }

  async close(): Promise<void> {
    this.#end.abort();
    // Closing the connection rolls back running work.
    await this.parts.connection.close();
    await this.settled;
  }

  async whyUnsettled(): Promise<string | undefined> {
    await Promise.race([this.settled, this.#troubled]);
    return this.#trouble;
  }

  #isEnded(): boolean {
    return this.#end.signal.aborted;
  }

  #make(): Promise<void> {
    const { connection, names, types } = this.parts;
    return connection.use((client) => makeTables(client, names, types));
  }

  async #run(made: Promise<void>): Promise<void> {
    for (let attempt = 0; !this.#isEnded(); attempt++) {
      try {
        await (attempt === 0 ? made : this.#make());
        while (!this.#isEnded() && (await this.#fillSome())) attempt = 0;
        this.#trouble = undefined;
        return;
      } catch (error) {
        // Stop, because the view will be rebuilt, together with this object.
        if (error instanceof DivergedError || error instanceof PositionGoneError) return;
        const isUsual = isPassing(error) || [LOCKED, DEADLOCK].includes(codeOf(error) ?? '');
        if (!isUsual && this.#trouble === undefined && !this.#isEnded()) {
          this.#trouble = `the SQL tables are incomplete, and the service will update them again: ${(error as Error).message}`;
          this.parts.trouble?.(this.#trouble);
          this.#hasTrouble();
        }
        await this.#pause(Math.min(LONGEST_PAUSE, pauseBefore(attempt)));
      }
    }
  }

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
    const { end } = state;
    const { rows, to } = stretchOf(state, table, from, READ_MS);
    const begun = performance.now();
    const text = `select ${names.schema}.fill_rows($1, $2, $3, $4, $5, $6, $7)`;
    await continuing(connection, end, text, [table.name, from, to, rows]);
    await this.#pause(performance.now() - begun);
    return true;
  }

  async #pause(ms: number): Promise<void> {
    await pause(ms, undefined, { signal: this.#end.signal }).catch(() => undefined);
  }
}

/** Describes differences between a database's tables and a node's state. Ignores concurrent commits of other nodes. */
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

/** Returns the oldest stored change. Without changes, returns the last number used plus one. */
export function firstNumber({ history, counters }: StoreState): number {
  for (const { number } of history.after(0)) return number;
  return (counters.get(CHANGE_COUNTER) ?? 0) + 1;
}

/** Reads the next rows of a table that is being filled. @param ms milliseconds after which reading stops */
function stretchOf(state: StoreState, { definition, onlyFields }: KnownTable, from: string, ms = Infinity): Stretch {
  const portion = new Portion(ms);
  return definition === undefined
    ? historyStretch(state, Number(from), portion)
    : recordStretch(state, definition.object, from, onlyFields, portion);
}

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
