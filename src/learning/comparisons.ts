import type { FieldTexts } from '../matching/normalized-record.js';
import type { MatchMethod } from '../matching/method.js';
import { methodByPattern } from '../matching/method-traits.js';

/** A field that may be compared. */
export interface LearnField {
  readonly name: string;
  /** Declared field type (`string`, `email`, `date` ...). */
  readonly type: string;
}

export interface Comparison {
  /** Field names joined by `+`. */
  readonly field: string;
  /** Name of a match method. */
  readonly method: string;
}

/** A field that is not compared, and why: the end of a sentence. */
export interface LeftOut {
  readonly field: string;
  readonly reason: string;
}

/** A field that fewer rows than this share fill says too little to learn from. */
const LEAST_FILLED = 0.01;
const FEWEST_FILLED = 5;
/** Rows whose texts are looked at. */
const PROFILED = 2_000;

/** Filled by the platform, not by who entered the record. */
const calculated = new Set(['formula', 'autoNumber', 'summary', 'datetime']);
const neverCompared = new Set(['Id', 'OwnerId', 'CreatedById', 'LastModifiedById', 'LastActivityDate']);
/**
 * Which fields are compared, and how: what the field is declared to be, else what its texts look like. Fields that are hardly filled or hold one value only
 * are left out; `Name` of a person is made of first and last name and is compared only where these are absent.
 */
export function chooseComparisons(
  fields: readonly LearnField[],
  rows: readonly FieldTexts[],
  methods: ReadonlyMap<string, MatchMethod>,
): Comparison[] {
  const all = [...methods.values()];
  const usable = fields.filter(isComparable).filter(({ name }) => whyUnusable(name, rows) === undefined);
  const has = (name: string) => usable.some((field) => field.name === name);
  const recordsOf = fields.some(({ name }) => name === 'LastName') ? 'person' : 'company';
  const compared = usable.filter(({ name }) => name !== 'Name' || recordsOf === 'company' || !has('LastName'));
  if (has('FirstName') && has('LastName')) compared.push({ name: 'FirstName+LastName', type: '' });
  return compared.flatMap((field) => {
    const described = { ...field, recordsOf, isOnly: usable.length === 1 } as const;
    const patternsOf = ({ usualFor = [], learnedFor = [] }: MatchMethod) => [...usualFor, ...learnedFor];
    const method = methodByPattern(all, described, patternsOf) ?? methodOfTexts(field.name, rows, all);
    return method === undefined ? [] : [{ field: field.name, method: method.name }];
  });
}

/** Fields that are not chosen because too few rows fill them, or all with the same value. */
export function unusableFields(fields: readonly LearnField[], rows: readonly FieldTexts[]): LeftOut[] {
  return fields.filter(isComparable).flatMap(({ name }) => {
    const reason = whyUnusable(name, rows);
    return reason === undefined ? [] : [{ field: name, reason }];
  });
}

/** Whether a field may say something of who or what a record describes. */
function isComparable({ name, type }: LearnField): boolean {
  return !calculated.has(type) && !neverCompared.has(name);
}

function whyUnusable(name: string, rows: readonly FieldTexts[]): string | undefined {
  const enough = Math.max(FEWEST_FILLED, rows.length * LEAST_FILLED);
  let filled = 0;
  let first: string | undefined;
  let isVaried = false;
  for (const row of rows) {
    const text = Object.hasOwn(row, name) ? row[name]!.trim() : '';
    if (text === '') continue;
    filled++;
    if (!isVaried) isVaried = (first ??= text.toLowerCase()) !== text.toLowerCase();
    if (isVaried && filled >= enough) return undefined;
  }
  return filled >= enough ? 'all rows hold the same value' : 'hardly a row fills it';
}

/** By what most texts look like. */
function methodOfTexts(
  name: string,
  rows: readonly FieldTexts[],
  methods: readonly MatchMethod[],
): MatchMethod | undefined {
  const texts: string[] = [];
  for (const row of rows) {
    if (texts.length >= PROFILED) break;
    if (Object.hasOwn(row, name) && row[name]!.trim() !== '') texts.push(row[name]!.trim().slice(0, 200));
  }
  const looksSo = ({ texts: look }: MatchMethod) =>
    typeof look === 'object' && texts.filter((text) => look.test(text)).length >= texts.length * 0.8;
  const words = texts.reduce((sum, text) => sum + text.split(/\s+/).length, 0) / Math.max(1, texts.length);
  const left = words > 2 ? 'long' : 'short';
  return methods.findLast(looksSo) ?? methods.find((method) => method.texts === left);
}
