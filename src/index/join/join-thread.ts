import { parentPort, workerData } from 'node:worker_threads';
import { createMethods } from '../../matching/methods/create-methods.js';
import { MemoryIndex } from '../memory-index.js';
import { unpackScenario, type PortableScenario } from '../threads/portable-scenario.js';
import {
  CELLS,
  MOST_PENDING,
  type FoundPairs,
  type FoundValues,
  type JoinWork,
  type RowWork,
  type ToJoin,
} from './join-messages.js';
import { PairColumns } from './pair-columns.js';
import { RowJoin } from './row-join.js';
import { columnsOf } from './self-join.js';
import { joinCrosswiseInParts, joinValues, type SimilarPairs } from './similar-pairs.js';

/** Minimum number of pairs in each message except the last of a range. A message ends with a complete row. */
const ENOUGH = 1 << 15;
const PAUSE_MS = 20;

const { scenarios: sent, methods, options, image, cells, values, areCrossedInParts } = workerData as JoinWork;
const known = createMethods(methods);
const unpack = (packed: readonly PortableScenario[]) => packed.map((scenario) => unpackScenario(scenario, known));
const scenarios = unpack(sent);
const index = new MemoryIndex(scenarios, options, image, true);
const columns = columnsOf(index, scenarios);

let rows: (Pick<RowWork, 'from' | 'length'> & { readonly join: RowJoin; readonly order: Int32Array }) | undefined;
const pairs = new PairColumns();

parentPort!.on('message', (message: ToJoin) => {
  if ('table' in message) {
    const { table, scenarios: asked, from, length } = message;
    rows = { join: new RowJoin(table, index, columns, unpack(asked)), order: table.order, from, length };
  } else if (message.stretch < values.length) joinStretchOfValues(message.stretch);
  else joinStretchOfRows(message.stretch);
});

function joinStretchOfValues(stretch: number): void {
  const { column, from, to } = values[stretch]!;
  const field = columns[column]!;
  const give = (pairs: SimilarPairs, isLast: boolean): void =>
    send({ stretch, pairs, isLast } satisfies FoundValues, pairs);
  if (areCrossedInParts && field.isCrossed) {
    joinCrosswiseInParts(field, ENOUGH, (pairs) => {
      Atomics.add(cells, CELLS.pending, pairs.lower.length);
      give(pairs, false);
      waitForRoom(stretch);
    });
    give({ lower: new Int32Array(0), higher: new Int32Array(0), similarities: new Uint16Array(0) }, true);
  } else give(joinValues(field, from, to), true);
}

function joinStretchOfRows(stretch: number): void {
  const { join, order, from, length } = rows!;
  const first = from + (stretch - values.length) * length;
  waitForRoom(stretch);
  for (let row = first; row < first + length && row <= order.length; row++) {
    join.pairsOf(row, pairs);
    if (pairs.length >= ENOUGH) give(stretch, order, false);
  }
  give(stretch, order, true);
}

function give(stretch: number, order: Int32Array, isLast: boolean): void {
  pairs.renumber(order);
  const arrays = pairs.arrays();
  Atomics.add(cells, CELLS.pending, pairs.length);
  pairs.clear();
  send({ stretch, ...arrays, isLast } satisfies FoundPairs, arrays);
  if (!isLast) waitForRoom(stretch);
}

function send(message: unknown, arrays: object): void {
  parentPort!.postMessage(
    message,
    Object.values(arrays).map(({ buffer }: Int32Array) => buffer as ArrayBuffer),
  );
}

/** Waits until few pairs are pending. The range to be returned next has twice the limit, so it can always finish. */
function waitForRoom(stretch: number): void {
  for (;;) {
    const given = Atomics.load(cells, CELLS.given);
    const room = given === stretch ? 2 * MOST_PENDING : MOST_PENDING;
    if (Atomics.load(cells, CELLS.pending) <= room) return;
    Atomics.wait(cells, CELLS.given, given, PAUSE_MS);
  }
}
