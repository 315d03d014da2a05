import { baseName } from '../matching/methods/without-words.js';
import type { ValueType } from '../records/definition.js';

/** Types of values that a method is made for; methods that are not here take any text. */
const SUITED: ReadonlyMap<string, ReadonlySet<ValueType>> = new Map(
  Object.entries({
    personName: ['string', 'textarea'],
    fullName: ['string', 'textarea'],
    companyNameLight: ['string', 'textarea'],
    companyName: ['string', 'textarea'],
    companyNameStrict: ['string', 'textarea'],
    street: ['string', 'textarea'],
    city: ['string', 'textarea', 'picklist'],
    postalCode: ['string', 'textarea'],
    text: ['string', 'textarea'],
    phone: ['phone', 'string'],
    email: ['email', 'string'],
    website: ['url', 'string'],
    date: ['date', 'datetime', 'string'],
    number: ['integer', 'number', 'currency', 'percent', 'string'],
  } satisfies Record<string, ValueType[]>).map(([method, types]) => [method, new Set<ValueType>(types)]),
);

/** Whether a match method is made for values of a type. */
export function isSuited(method: string, type: ValueType): boolean {
  return SUITED.get(baseName(method))?.has(type) ?? true;
}
