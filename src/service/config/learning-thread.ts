import { parentPort, workerData } from 'node:worker_threads';
import type { JudgedTableRows } from '../../files/learning/judged-pairs.js';
import { LearningError, train, type Trained, type TrainOptions } from '../../files/learning/train.js';
import { createMethods, type MethodOptions } from '../../matching/methods/create-methods.js';
import type { FieldTexts } from '../../matching/field-texts.js';
import { TextRows } from '../../matching/text-rows.js';
import { lowerPriority } from '../../runtime/lower-priority.js';

export interface LearningWork extends Pick<TrainOptions, 'object' | 'fields'> {
  readonly methods: MethodOptions;
}

/** Field values of the next records. The last message contains people's decisions about pairs instead. */
export type LearningMessage = readonly FieldTexts[] | { readonly judged: readonly JudgedTableRows[] };

/** `nothing` if there are too few records to learn from. */
export type LearnedInThread =
  { readonly kind: 'learned'; readonly trained: Trained } | { readonly kind: 'nothing'; readonly reason: string };

const { methods, ...work } = workerData as LearningWork;
const rows = new TextRows();
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
