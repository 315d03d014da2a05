import { parentPort, workerData } from 'node:worker_threads';
import { createMethods } from '../../matching/methods/create-methods.js';
import { PairFinder, type RowPair } from '../dedupe.js';
import { MemoryIndex } from '../memory-index.js';
import { CELLS, MOST_PENDING, type DedupeWork, type FoundPairs } from './dedupe-messages.js';
import { receiveScenario } from './sent-scenario.js';

/** Most pairs in one message. */
const MOST_AT_ONCE = 1 << 15;
const PAUSE_MS = 20;

/** A thread of `duplicateRows`: takes stretches of the rows until none is left. */
function run(): void {
  const { scenarios: sent, methods, options, image, rows, stretch, cells } = workerData as DedupeWork;
  const known = createMethods(methods);
  const scenarios = sent.map((scenario) => receiveScenario(scenario, known));
  const finder = new PairFinder(new MemoryIndex(scenarios, options, image, true), scenarios);
  let current = 0;
  let pairs: RowPair[] = [];
  const send = (isLast: boolean): void => {
    const message: FoundPairs = {
      stretch: current,
      first: new Int32Array(pairs.length),
      second: new Int32Array(pairs.length),
      num: new Float64Array(pairs.length),
      den: new Float64Array(pairs.length),
      isLast,
    };
    pairs.forEach(({ first, second, num, den }, i) => {
      message.first[i] = first;
      message.second[i] = second;
      message.num[i] = num;
      message.den[i] = den;
    });
    Atomics.add(cells, CELLS.pending, pairs.length);
    pairs = [];
    parentPort!.postMessage(
      message,
      [message.first, message.second, message.num, message.den].map(({ buffer }) => buffer as ArrayBuffer),
    );
    if (!isLast) waitForRoom(cells, current);
  };
  for (;;) {
    current = Atomics.add(cells, CELLS.next, 1);
    if (current * stretch >= rows.length) return;
    waitForRoom(cells, current);
    for (const row of rows.subarray(current * stretch, (current + 1) * stretch)) {
      for (const pair of finder.of(row)) {
        pairs.push(pair);
        if (pairs.length === MOST_AT_ONCE) send(false);
      }
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
