import { parentPort, workerData } from 'node:worker_threads';
import { createMethods, type MethodOptions } from '../../matching/methods/create-methods.js';
import { mapBulk } from '../image.js';
import { createMemoryIndex } from '../memory-index.js';
import { receiveRows, type SentColumn } from './columns.js';
import { receiveScenario, type SentScenario } from './sent-scenario.js';

/** What a thread of `ThreadedIndex` is given. */
export interface IndexWork {
  readonly scenario: SentScenario;
  readonly methods: MethodOptions;
}

/** Texts of the next rows, answered by nothing; at the end nothing, answered by the images of the thread's columns. */
export type IndexMessage = readonly SentColumn[] | undefined;

/** A thread of `ThreadedIndex`: some columns of all rows. */
function run(): void {
  const { scenario, methods } = workerData as IndexWork;
  const { features } = createMemoryIndex({ scenarios: [receiveScenario(scenario, createMethods(methods))] });
  let row = 0;
  parentPort!.on('message', (columns: IndexMessage) => {
    if (columns) {
      for (const texts of receiveRows(columns)) {
        row++;
        // What is made of parts needs no text of its own.
        for (const feature of features) feature.assign(row, feature.parts.length > 0 ? '' : feature.normalise(texts));
      }
      parentPort!.postMessage(undefined);
      return;
    }
    const memory = new Set<ArrayBuffer>();
    const images = features.map((feature) =>
      mapBulk(feature.image(), (array) => {
        memory.add(array.buffer as ArrayBuffer);
        return array;
      }),
    );
    parentPort!.postMessage(images, [...memory]);
    parentPort!.close();
  });
}

run();
