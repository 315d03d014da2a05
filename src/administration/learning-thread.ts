import { parentPort, workerData } from 'node:worker_threads';
import { PackedRows } from '../learning/packed-rows.js';
import type { JudgedTableRows } from '../learning/judged-pairs.js';
import { LearningError, train, type Trained, type TrainOptions } from '../learning/train.js';
import { createMethods, type MethodOptions } from '../matching/methods/create-methods.js';
import type { FieldTexts } from '../matching/normalized-record.js';
import { lowerPriority } from '../runtime/lower-priority.js';

/** The data that a thread is given which learns. */
export interface LearningWork extends Pick<TrainOptions, 'object' | 'fields'> {
  readonly methods: MethodOptions;
}

/** Texts of the next records; at the end what people said of pairs of them. */
export type LearningMessage = readonly FieldTexts[] | { readonly judged: readonly JudgedTableRows[] };

/** `nothing`: the records give nothing to learn from. */
export type LearnedInThread =
  { readonly kind: 'learned'; readonly trained: Trained } | { readonly kind: 'nothing'; readonly reason: string };

const { methods, ...work } = workerData as LearningWork;
const rows = new PackedRows();
lowerPriority();
parentPort!.on('message', (texts: LearningMessage) => {
  if (!('judged' in texts)) {
    for (const row of texts) rows.add(row);
    return;
  }
  parentPort!.postMessage(learn(texts.judged));
  parentPort!.close();
});

function learn(judged: readonly JudgedTableRows[]): LearnedInThread {
  try {
    return { kind: 'learned', trained: train({ ...work, rows, judged, methods: createMethods(methods) }) };
  } catch (error) {
    if (error instanceof LearningError) return { kind: 'nothing', reason: error.message };
    throw error;
  }
}
