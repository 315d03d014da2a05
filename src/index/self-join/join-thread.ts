import { parentPort, workerData } from 'node:worker_threads';
import { createMethods } from '../../matching/methods/create-methods.js';
import { MemoryIndex } from '../memory-index.js';
import { unpackScenario, type PortableScenario } from '../threads/portable-scenario.js';
import {
  CELLS,
  MOST_PENDING,
  type FoundPairs,
  type FoundValues,
  type JoinMessage,
  type JoinWork,
} from './join-messages.js';
import { PairColumns } from './pair-columns.js';
import { RowJoin } from './row-join.js';
import { columnsOf } from './self-join.js';
import { joinValues } from './similar-pairs.js';

/** So many pairs go at once, with the rest of their row's. */
const ENOUGH = 1 << 15;
const PAUSE_MS = 20;

const { scenarios: sent, methods, options, image, cells, values } = workerData as JoinWork;
const known = createMethods(methods);
const unpack = (packed: readonly PortableScenario[]) => packed.map((scenario) => unpackScenario(scenario, known));
const scenarios = unpack(sent);
const index = new MemoryIndex(scenarios, options, image, true);
const columns = columnsOf(index, scenarios);

/** A thread of `ThreadedJoin`: takes stretches of values, and then of rows, until none is left. */
function run(): void {
  for (;;) {
    const stretch = Atomics.add(cells, CELLS.nextValues, 1);
    const next = values[stretch];
    if (!next) break;
    const pairs = joinValues(columns[next.column]!, next.from, next.to);
    send({ stretch, pairs, isLast: true } satisfies FoundValues, pairs);
  }
  parentPort!.once('message', (message: JoinMessage) => joinRows(message));
}

function joinRows({ table, scenarios: asked, stretch: length }: JoinMessage): void {
  const { order } = table;
  const join = new RowJoin(table, index, columns, unpack(asked));
  const pairs = new PairColumns();
  const give = (stretch: number, isLast: boolean): void => {
    pairs.renumber(order);
    const arrays = pairs.arrays();
    Atomics.add(cells, CELLS.pending, pairs.length);
    pairs.clear();
    send({ stretch, ...arrays, isLast } satisfies FoundPairs, arrays);
    if (!isLast) waitForRoom(stretch);
  };
  for (;;) {
    const stretch = values.length + Atomics.add(cells, CELLS.next, 1);
    const first = 1 + (stretch - values.length) * length;
    if (first > order.length) return;
    waitForRoom(stretch);
    for (let row = first; row < first + length && row <= order.length; row++) {
      join.pairsOf(row, pairs);
      if (pairs.length >= ENOUGH) give(stretch, false);
    }
    give(stretch, true);
  }
}

function send(message: unknown, arrays: object): void {
  parentPort!.postMessage(
    message,
    Object.values(arrays).map(({ buffer }: Int32Array) => buffer as ArrayBuffer),
  );
}

/** The stretch whose turn it is has twice the room: what waits for it can always be given out. */
function waitForRoom(stretch: number): void {
  for (;;) {
    const given = Atomics.load(cells, CELLS.given);
    const room = given === stretch ? 2 * MOST_PENDING : MOST_PENDING;
    if (Atomics.load(cells, CELLS.pending) <= room) return;
    Atomics.wait(cells, CELLS.given, given, PAUSE_MS);
  }
}

run();
