import type { MatchMethod } from '../method.js';
import { nameLists } from '../lists/name-lists.js';
import { words } from '../text/fold.js';
import { fullName } from './full-name.js';
import { personName } from './person-name.js';
import { equality, spelling, tokens } from './simple.js';

export interface MethodOptions {
  /** User lists by name (file name without extension), one entry a line; they extend the shipped ones. */
  readonly lists?: ReadonlyMap<string, readonly string[]>;
  /** ISO 3166 alpha-2: phones without a country code are read by it. */
  readonly defaultCountry?: string;
}

/** The match methods by name. */
export function createMethods(options: MethodOptions = {}): ReadonlyMap<string, MatchMethod> {
  const names = nameLists(options.lists ?? new Map<string, string[]>());
  const joined = (folded: string) => words(folded).join(' ');
  const methods = [
    equality('exact', (text) => text.toLowerCase()),
    personName(names),
    fullName(names),
    tokens('companyNameLight'),
    tokens('companyName'),
    tokens('companyNameStrict'),
    equality('phone', (text) => text.replace(/\D/g, '').slice(-10)),
    spelling('email', (folded) => folded.trim()),
    equality('website', (text) =>
      text
        .toLowerCase()
        .trim()
        .replace(/^https?:\/\//, '')
        .replace(/^www\./, ''),
    ),
    spelling('street', joined),
    spelling('city', joined),
    equality('postalCode', (text) => text.toUpperCase().replace(/[^A-Z0-9]/g, '')),
    equality('date', (text) => text.trim().slice(0, 10)),
    equality('number', (text) => (text.trim() === '' || Number.isNaN(Number(text)) ? '' : String(Number(text)))),
    tokens('text'),
  ];
  return new Map(methods.map((method) => [method.name, method as unknown as MatchMethod]));
}
