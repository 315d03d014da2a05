import type { Configuration } from '../../store/config/configuration.js';
import type { Judgements } from '../review/review-types.js';
import { packMethods } from '../../index/threads/portable-scenario.js';
import type { JudgedTableRows } from '../../files/learning/judged-pairs.js';
import type { FieldTexts } from '../../matching/field-texts.js';
import type { ObjectType } from '../../records/object-type.js';
import type { DecisionSteps } from '../../runtime/decision-quota.js';
import { startThread } from '../../runtime/entry-points.js';
import type { LearnedInThread, LearningMessage, LearningWork } from './learning-thread.js';

const RECORDS_AT_ONCE = 64;

type Data = Readonly<Record<string, unknown>>;

/**
 * Learns a scenario from an object's records, in a thread with low priority.
 * @param records as the service returns them
 * @param judgements people's decisions about pairs of the records
 * @throws Error if the thread fails; ending the steps stops the thread
 */
export function* learnInThread(
  { lists, settings }: Configuration,
  type: ObjectType,
  records: Iterable<Data>,
  judgements: Pick<Judgements, 'versions' | 'pairs'> = { versions: [], pairs: [] },
): DecisionSteps<LearnedInThread> {
  const { fields } = type;
  const work: LearningWork = {
    object: type.name,
    fields: fields.map(({ name, type }) => ({ name, type })),
    methods: packMethods({ lists, defaultCountry: settings.defaultCountry }),
  };
  const thread = startThread('learnScenario', work);
  const send = (message: LearningMessage): void => thread.postMessage(message);
  let learned: LearnedInThread | undefined;
  const ended = new Promise<void>((resolve, reject) => {
    thread.once('message', (message: LearnedInThread) => {
      learned = message;
      resolve();
    });
    thread.once('error', reject);
    thread.once('exit', (code) => reject(new Error(`the learning thread exited with code ${code}`)));
  });
  // The rejection is handled where the promise is awaited.
  ended.catch(() => undefined);
  try {
    const judged = new JudgedPlaces(judgements);
    let batch: FieldTexts[] = [];
    for (const record of records) {
      if (!judged.meet(record['Id'])) continue;
      batch.push(textsOf(record, fields));
      if (batch.length < RECORDS_AT_ONCE) continue;
      send(batch);
      batch = [];
      yield;
    }
    send([...batch, ...judged.left()]);
    send({ judged: judged.rows() });
    yield ended;
    return learned!;
  } finally {
    void thread.terminate();
  }
}

/** Row numbers of the judged versions of records. Merged records are learned as they were before the merge. */
class JudgedPlaces {
  readonly #ofRecord = new Map<string, number[]>();
  readonly #rows: number[] = [];
  #sent = 0;

  constructor(private readonly judgements: Pick<Judgements, 'versions' | 'pairs'>) {
    judgements.versions.forEach(({ id }, version) =>
      this.#ofRecord.set(id, [...(this.#ofRecord.get(id) ?? []), version]),
    );
  }

  /** Notes the place of a record. @returns whether to send the record; `false` if only its earlier versions are sent */
  meet(id: unknown): boolean {
    const versions = this.#ofRecord.get(id as string) ?? [];
    const current = versions.find((version) => this.judgements.versions[version]!.isCurrent);
    if (current === undefined && versions.length > 0) return false;
    if (current !== undefined) this.#rows[current] = this.#sent;
    this.#sent += 1;
    return true;
  }

  /** Returns the versions that no sent record has. */
  left(): FieldTexts[] {
    return this.judgements.versions.flatMap(({ texts }, version) => {
      if (this.#rows[version] !== undefined) return [];
      this.#rows[version] = this.#sent++;
      return [texts];
    });
  }

  rows(): JudgedTableRows[] {
    return this.judgements.pairs.map(({ a, b, isSame }) => ({ a: this.#rows[a]!, b: this.#rows[b]!, isSame }));
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
