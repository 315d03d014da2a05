import type { Configuration } from '../config/configuration.js';
import { packMethods } from '../index/threads/portable-scenario.js';
import type { FieldTexts } from '../matching/normalized-record.js';
import type { ObjectType } from '../records/object-type.js';
import type { DecisionSteps } from '../runtime/decision-quota.js';
import { startThread } from '../runtime/entry-points.js';
import type { Learned, LearningMessage, LearningWork } from './learning-thread.js';

/** Records sent at once. */
const RECORDS_AT_ONCE = 64;

type Data = Readonly<Record<string, unknown>>;

/**
 * Learns a scenario of an object from its records, in a thread of its own that all others go before.
 *
 * @param records as the service shows them
 * @throws Error when the thread fails; what ends the steps ends the thread
 */
export function* learnInThread(
  { lists, settings }: Configuration,
  type: ObjectType,
  records: Iterable<Data>,
): DecisionSteps<Learned> {
  const { fields } = type;
  const work: LearningWork = {
    object: type.name,
    fields: fields.map(({ name, type }) => ({ name, type })),
    methods: packMethods({ lists, defaultCountry: settings.defaultCountry }),
  };
  const thread = startThread('learnScenario', work);
  const send = (message: LearningMessage): void => thread.postMessage(message);
  let learned: Learned | undefined;
  const ended = new Promise<void>((resolve, reject) => {
    thread.once('message', (message: Learned) => {
      learned = message;
      resolve();
    });
    thread.once('error', reject);
    thread.once('exit', (code) => reject(new Error(`the thread that learned ended with ${code}`)));
  });
  // Heard of where it is waited for.
  ended.catch(() => undefined);
  try {
    let batch: FieldTexts[] = [];
    for (const record of records) {
      batch.push(textsOf(record, fields));
      if (batch.length < RECORDS_AT_ONCE) continue;
      send(batch);
      batch = [];
      yield;
    }
    send(batch);
    send(undefined);
    yield ended;
    return learned!;
  } finally {
    void thread.terminate();
  }
}

function textsOf(record: Data, fields: readonly { readonly name: string }[]): FieldTexts {
  const texts: Record<string, string> = {};
  for (const { name } of fields) {
    const value = record[name];
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      texts[name] = String(value);
  }
  return texts;
}
