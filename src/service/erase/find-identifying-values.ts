import { type MentionedRecord, wordsOf } from '../../files/read/mentions.js';
import { methodByPattern } from '../../matching/method-traits.js';
import type { MatchMethod } from '../../matching/method.js';
import { RequestError } from '../../records/contract/request-error.js';
import type { Field, ObjectRegistry, ObjectType } from '../../records/object-type.js';
import type { FieldValues } from '../../records/record.js';
import type { RecordView } from '../../store/record-view.js';

/** Values that identify a record in text: its Id, and current or earlier values that few records have. */
export interface IdentifyingValues extends MentionedRecord {
  readonly objectType: string | undefined;
  /** All values that the record has or had, by field. */
  readonly texts: ReadonlyMap<string, ReadonlySet<string>>;
  /** Normal forms by match methods, as learned models contain them. */
  readonly normal: ReadonlySet<string>;
}

interface Parts {
  readonly store: Pick<RecordView, 'get' | 'history'>;
  readonly configuration: { readonly registry: ObjectRegistry };
  readonly methods: ReadonlyMap<string, MatchMethod>;
}

/** @throws RequestError if the record's object is no longer declared, because its fields are then unknown */
export function mustBeDeclared(registry: ObjectRegistry, recordId: string, objectType: string | undefined): void {
  if (objectType === undefined || registry.byName(objectType) !== undefined) return;
  const message = `${recordId} is a record of ${objectType}, which objects.json no longer declares. To erase the record, declare the object again: its fields determine which values identify the record in files and models`;
  throw new RequestError(409, 'INVALID_TYPE', message);
}

/**
 * Collects the values of the stored record and its history. For an unknown record, there is only the Id.
 * @throws RequestError like `mustBeDeclared`
 */
export function identifyingValues({ store, configuration, methods }: Parts, recordId: string): IdentifyingValues {
  const record = store.get(recordId);
  const changes = [...store.history(recordId)];
  const objectType = record?.type ?? changes[0]?.objectType;
  mustBeDeclared(configuration.registry, recordId, objectType);
  const type = configuration.registry.byName(objectType ?? '');
  const images: FieldValues[] = [record?.fields ?? {}, ...changes.map(({ before }) => ({ ...before }))];
  const texts = new Map<string, Set<string>>();
  for (const image of images)
    for (const [name, value] of Object.entries(image)) {
      if (typeof value !== 'string' || value.trim() === '') continue;
      texts.set(name, (texts.get(name) ?? new Set()).add(value));
    }
  const of = (names: readonly string[]): string[] => [
    ...new Set(names.flatMap((name) => [...(texts.get(name) ?? [])])),
  ];
  const own = type === undefined ? [] : of(ownFields(type));
  const names = type === undefined ? [] : wholeNames(type, methods, images);
  if (type !== undefined && names.length === 0) names.push(...wordsOfStates(type.fields.filter(isText), images));
  const normal = new Set<string>();
  for (const text of [...texts.values()].flatMap((values) => [...values]))
    for (const method of methods.values()) normal.add(method.normalise([text]));
  return { recordId, objectType: type?.name, own, names, texts, normal };
}

function ownFields({ fields }: ObjectType): string[] {
  return fields
    .filter(({ type, externalId }) => type === 'email' || type === 'phone' || externalId)
    .map(({ name }) => name);
}

/** Returns names of at least two words, because many people share a single word. */
function wholeNames(
  type: ObjectType,
  methods: ReadonlyMap<string, MatchMethod>,
  images: readonly FieldValues[],
): string[][] {
  const isName = ({ name, type: valueType }: Field): boolean => {
    const usual = methodByPattern(
      methods.values(),
      { name, type: valueType, object: type.name },
      ({ usualFor = [] }) => usualFor,
    );
    return usual?.kind === 'personName';
  };
  return wordsOfStates(
    type.fields.filter((field) => field.name === 'Name' || isName(field)),
    images,
  );
}

/** Returns whether people type the value, as opposed to choosing it or getting it assigned. */
function isText({ type, isWritable }: Field): boolean {
  return isWritable && ['string', 'textarea', 'email', 'phone', 'url'].includes(type);
}

/** Returns all words in the fields, for each past state of the record. Omits states with fewer than two words. */
function wordsOfStates(parts: readonly Field[], images: readonly FieldValues[]): string[][] {
  // A change contains only changed fields, so an earlier first name is combined with the last name of its time.
  const latest: FieldValues = {};
  const names = new Map<string, string[]>();
  for (const image of images) {
    Object.assign(latest, image);
    const values = parts.map(({ name }) => latest[name]).filter((value) => typeof value === 'string');
    const words = [...new Set(values.flatMap(wordsOf))];
    if (words.length > 1) names.set(words.join(' '), words);
  }
  return [...names.values()];
}
