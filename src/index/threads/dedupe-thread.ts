import { parentPort, workerData } from 'node:worker_threads';
import { createMethods } from '../../matching/methods/create-methods.js';
import { MemoryIndex } from '../memory-index.js';
import { PairColumns } from '../pairs/pair-columns.js';
import { RowSearch } from '../pairs/row-search.js';
import { CELLS, MOST_PENDING, type DedupeWork, type FoundPairs } from './dedupe-messages.js';
import { receiveScenario } from './sent-scenario.js';

/** So many pairs go at once, with the rest of their row's. */
const ENOUGH = 1 << 15;
const PAUSE_MS = 20;

/** A thread of `duplicateRows`: takes stretches of the rows until none is left. */
function run(): void {
  const { scenarios: sent, methods, options, image, order, kept, rows, stretch, cells } = workerData as DedupeWork;
  const known = createMethods(methods);
  const scenarios = sent.map((scenario) => receiveScenario(scenario, known));
  const search = new RowSearch(new MemoryIndex(scenarios, options, image, true), scenarios, kept);
  let current = 0;
  const pairs = new PairColumns();
  const send = (isLast: boolean): void => {
    pairs.renumber(order);
    const arrays = pairs.arrays();
    Atomics.add(cells, CELLS.pending, pairs.length);
    pairs.clear();
    const message: FoundPairs = { stretch: current, ...arrays, isLast };
    parentPort!.postMessage(
      message,
      Object.values(arrays).map(({ buffer }: Int32Array | Float64Array) => buffer as ArrayBuffer),
    );
    if (!isLast) waitForRoom(cells, current);
  };
  for (;;) {
    current = Atomics.add(cells, CELLS.next, 1);
    if (current * stretch >= rows.length) return;
    waitForRoom(cells, current);
    for (const row of rows.subarray(current * stretch, (current + 1) * stretch)) {
      search.pairsOf(row, pairs);
      if (pairs.length >= ENOUGH) send(false);
    }
    send(true);
  }
}

/** The stretch whose turn it is has twice the room: what waits for it can always be given out. */
function waitForRoom(cells: Int32Array, stretch: number): void {
  for (;;) {
    const given = Atomics.load(cells, CELLS.given);
    const room = given === stretch ? 2 * MOST_PENDING : MOST_PENDING;
    if (Atomics.load(cells, CELLS.pending) <= room) return;
    Atomics.wait(cells, CELLS.given, given, PAUSE_MS);
  }
}

run();
