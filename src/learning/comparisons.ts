import type { FieldTexts } from '../index/candidate-index.js';
import { methodOfField } from '../matching/method-of-field.js';

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
/** Beside what `methodOfField` knows: fields that say little alone bear witness too. */
const byType = new Map([
  ['date', 'date'],
  ['integer', 'number'],
  ['number', 'number'],
  ['currency', 'number'],
  ['percent', 'number'],
  ['boolean', 'exact'],
  ['reference', 'exact'],
]);
const byName: readonly (readonly [RegExp, string])[] = [
  [/^MiddleName$/, 'personName'],
  [/(?:State|Country)$/, 'city'],
];

/**
 * Which fields are compared, and how: what the field is declared to be, else what its texts look like. Fields that are hardly filled or hold one value only
 * are left out; `Name` of a person is made of first and last name and is compared only where these are absent.
 */
export function chooseComparisons(fields: readonly LearnField[], rows: readonly FieldTexts[]): Comparison[] {
  const chosen: Comparison[] = [];
  const usable = comparable(fields).filter(({ name }) => whyUnusable(name, rows) === undefined);
  const has = (name: string) => usable.some((field) => field.name === name);
  const isPerson = fields.some(({ name }) => name === 'LastName');
  for (const field of usable) {
    if (field.name === 'Name') {
      // Where other fields bear witness too, the forgiving method finds more; alone, it would believe too much.
      if (!isPerson) chosen.push({ field: 'Name', method: usable.length > 1 ? 'companyNameLight' : 'companyName' });
      else if (!has('LastName')) chosen.push({ field: 'Name', method: 'fullName' });
    } else chosen.push({ field: field.name, method: methodOf(field, rows) });
  }
  if (has('FirstName') && has('LastName')) chosen.push({ field: 'FirstName+LastName', method: 'swappedName' });
  return chosen;
}

/** Fields that are not chosen because too few rows fill them, or all with the same value. */
export function unusableFields(fields: readonly LearnField[], rows: readonly FieldTexts[]): LeftOut[] {
  return comparable(fields).flatMap(({ name }) => {
    const reason = whyUnusable(name, rows);
    return reason === undefined ? [] : [{ field: name, reason }];
  });
}

function comparable(fields: readonly LearnField[]): LearnField[] {
  return fields.filter(({ name, type }) => !calculated.has(type) && !neverCompared.has(name));
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

function methodOf({ name, type }: LearnField, rows: readonly FieldTexts[]): string {
  const declared = byType.get(type) ?? methodOfField(name, type) ?? byName.find(([pattern]) => pattern.test(name))?.[1];
  return declared ?? methodOfTexts(name, rows);
}

/** By what most texts look like; words by the method for text, single words by the one for cities, which forgives typos. */
function methodOfTexts(name: string, rows: readonly FieldTexts[]): string {
  const texts: string[] = [];
  for (const row of rows) {
    if (texts.length >= PROFILED) break;
    if (Object.hasOwn(row, name) && row[name]!.trim() !== '') texts.push(row[name]!.trim().slice(0, 200));
  }
  const most = (test: (text: string) => boolean) => texts.filter(test).length >= texts.length * 0.8;
  if (most((text) => /^[^@\s]+@[^@\s]+$/.test(text))) return 'email';
  if (most((text) => /^(?:\d{4}-\d\d?-\d\d?|\d\d?[./-]\d\d?[./-]\d{2,4})(?:[T ].*)?$/.test(text))) return 'date';
  if (most((text) => /^(?:https?:\/\/|www\.)\S+$/i.test(text))) return 'website';
  if (most((text) => /\d/.test(text) && /^[\d\s()+./-]{7,}$/.test(text))) return 'phone';
  if (most((text) => /^[-+]?[\d.,]+$/.test(text))) return 'exact';
  const words = texts.reduce((sum, text) => sum + text.split(/\s+/).length, 0) / Math.max(1, texts.length);
  return words > 2 ? 'text' : 'city';
}
