import { parentPort, workerData } from 'node:worker_threads';
import { createMethods, type MethodOptions } from '../../matching/methods/create-methods.js';
import { mapBulk } from '../../memory/image.js';
import { lowerPriority } from '../../runtime/lower-priority.js';
import { createMemoryIndex } from '../memory-index.js';
import { unpackRows, type ColumnChunk } from './column-chunk.js';
import { unpackScenario, type PortableScenario } from './portable-scenario.js';

/** Sent to a thread of `ThreadedIndex` when it starts. */
export interface IndexWork {
  readonly scenario: PortableScenario;
  readonly methods: MethodOptions;
  readonly isBackground: boolean;
  readonly isJoined: boolean;
}

/** Texts of the next rows, answered by nothing; at the end nothing, answered by the images of the thread's columns. */
export type IndexMessage = readonly ColumnChunk[] | undefined;

/** A thread of `ThreadedIndex`: some columns of all rows. */
function run(): void {
  const { scenario, methods, isBackground, isJoined } = workerData as IndexWork;
  if (isBackground) lowerPriority();
  const scenarios = [unpackScenario(scenario, createMethods(methods))];
  const { fields } = createMemoryIndex({ scenarios, options: { isJoined } });
  let row = 0;
  parentPort!.on('message', (columns: IndexMessage) => {
    if (columns) {
      for (const texts of unpackRows(columns)) {
        row++;
        // A column made of parts needs no text of its own.
        for (const field of fields) field.assign(row, field.parts.length > 0 ? '' : field.normalise(texts));
      }
      parentPort!.postMessage(undefined);
      return;
    }
    const memory = new Set<ArrayBuffer>();
    const images = fields.map((field) =>
      mapBulk(field.image(), (array) => {
        memory.add(array.buffer as ArrayBuffer);
        return array;
      }),
    );
    parentPort!.postMessage(images, [...memory]);
    parentPort!.close();
  });
}

run();
