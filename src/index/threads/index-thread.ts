import { parentPort, workerData } from 'node:worker_threads';
import { createMethods, type MethodOptions } from '../../matching/methods/create-methods.js';
import type { TextRowsImage } from '../../matching/text-rows.js';
import { mapBulk, share } from '../../runtime/memory/image.js';
import { lowerPriority } from '../../runtime/lower-priority.js';
import { createMemoryIndex } from '../memory-index.js';
import type { IndexedField } from '../values/indexed-field.js';
import { PlainField } from '../values/plain-field.js';
import { unpackRows, unpackTexts, type ColumnChunk } from './column-chunk.js';
import { fillFields } from './fill-fields.js';
import { unpackScenario, type PortableScenario } from './portable-scenario.js';

export interface IndexWork {
  readonly scenario: PortableScenario;
  readonly methods: MethodOptions;
  readonly isBackground: boolean;
  readonly isJoined: boolean;
}

export interface NumberedColumn {
  /** Fields that, together with the method, identify the column. */
  readonly fields: readonly string[];
  readonly method: string;
  readonly normals?: Omit<ColumnChunk, 'field'>;
  /** Values by row, from 1. Sent only with the column's last message. */
  readonly values?: Int32Array;
}

/**
 * Values or a part of a column get the response `undefined`. The message `undefined` makes the thread send its images
 * and exit.
 */
export type IndexMessage = readonly ColumnChunk[] | TextRowsImage | NumberedColumn | undefined;

const complete = new Set<IndexedField>();

function run(): void {
  const { scenario, methods, isBackground, isJoined } = workerData as IndexWork;
  if (isBackground) lowerPriority();
  const scenarios = [unpackScenario(scenario, createMethods(methods))];
  const { fields } = createMemoryIndex({ scenarios, options: { isJoined } });
  let row = 0;
  parentPort!.on('message', (message: IndexMessage) => {
    if (message && 'columns' in message) {
      fillFields(fields, message);
      parentPort!.postMessage(undefined);
      return;
    }
    if (message && 'fields' in message) {
      takeNumbered(fields, message);
      parentPort!.postMessage(undefined);
      return;
    }
    if (message) {
      for (const texts of unpackRows(message)) {
        row++;
        for (const field of fields) field.assign(row, field.parts.length > 0 ? '' : field.normalise(texts));
      }
      parentPort!.postMessage(undefined);
      return;
    }
    const images = fields.map((field) => field.image());
    if (isJoined) parentPort!.postMessage(share(images));
    else {
      const memory = new Set<ArrayBuffer>();
      const taken = mapBulk(images, (array) => {
        memory.add(array.buffer as ArrayBuffer);
        return array;
      });
      parentPort!.postMessage(taken, [...memory]);
    }
    parentPort!.close();
  });
}

/** Adds values to a column. A combined column gets its rows when all of its parts have their rows. */
function takeNumbered(all: readonly IndexedField[], { fields, method, normals, values }: NumberedColumn): void {
  const field = all.find((each) => each.method.name === method && each.fields.join('\n') === fields.join('\n'));
  if (!(field instanceof PlainField)) throw new Error(`index: no column for ${fields.join('+')} with method ${method}`);
  if (normals) for (const text of unpackTexts(normals)) field.numberOf(text);
  if (values === undefined) return;
  for (let row = 1; row < values.length; row++) field.give(row, values[row]!);
  complete.add(field);
  for (const made of all)
    if (made.parts.length > 0 && made.parts.every((part) => complete.has(part)) && !complete.has(made)) {
      for (let row = 1; row < values.length; row++) made.assign(row, '');
      complete.add(made);
    }
}

run();
