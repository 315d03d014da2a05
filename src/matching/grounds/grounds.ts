import type { KindField, ComparedPair } from '../contradictions/contradiction.js';
import type { Contradictions } from '../contradictions/contradictions.js';
import type { Company } from '../methods/company/company.js';
import { differInShortWord } from '../contradictions/company-names.js';
import { isYearAlone } from '../contradictions/birth-date.js';
import { identifierOf, isIdentifierName } from '../contradictions/identifiers.js';
import type { Similarity } from '../method.js';
import type { Scenario } from '../scenario.js';
import { isHost } from '../methods/website.js';
import { agreementOf, areNumbered, isSharedMailbox, type Agreement, type SharedValue } from './agreement.js';
import { companyGrounds } from './company-grounds.js';
import { personGrounds } from './person-grounds.js';

/**
 * Whether what agrees in a pair suffices to call the two one: `enough`, `none`, or only if one of these values is not
 * another one's, too. Who else the store knows under a value, the caller finds out.
 */
export type Grounds = 'enough' | 'none' | { readonly unlessShared: readonly SharedValue[] };

/** The agreements of a pair, each worked out when it is asked for: most pairs need few. */
export interface Agreements {
  /** Compares the values of one kind of field. */
  of(kind: GroundKind): Agreement;
  /** Whether the e-mail address that both hold is nobody's own. */
  isRoleMailbox(): boolean;
  /** Whether the birth date that both hold may be of the year alone. */
  isYearAlone(): boolean;
  /** Whether the two companies' names differ in a letter of a short word. */
  differInShortWord(): boolean;
  /** Whether the website that both hold is a host of many, without the page. */
  isHostAlone(): boolean;
  /** Whether the e-mail addresses are two that one domain has numbered: john.smith@ and john.smith2@. */
  areNumbered(): boolean;
  hasIdentifier(): boolean;
  /** Whether a scenario finds that both point to the same record: their firm, as a rule. */
  hasParent(): boolean;
  /** Whether a field agrees that a scenario compares for a reason of its own. */
  hasOther(): boolean;
}

const EQUAL_EMAIL: Similarity = 9_500;
const EQUAL_PHONE: Similarity = 8_500;
const EQUAL_DATE: Similarity = 8_000;
const EQUAL_STREET: Similarity = 8_000;
const EQUAL_COMPANY: Similarity = 8_000;

const KINDS = {
  email: ({ name, type }: KindField) => type === 'email' || /(?:^|_)e-?mail(?:_?address)?_?\d*(?:__c)?$/i.test(name),
  phone: ({ name, type }: KindField) => type === 'phone' && !/fax|assistant/i.test(name),
  website: ({ name, type }: KindField) => type === 'url' || /^website(?:__c)?$/i.test(name),
  birthDate: ({ name }: KindField) => /birth|^dob/i.test(name),
  street: ({ name }: KindField) => /street/i.test(name),
  city: ({ name }: KindField) => /(?:^|[a-z_])(?:City|Town)(?:__c)?$/.test(name),
  postalCode: ({ name }: KindField) => /postal_?code|zip/i.test(name),
  company: ({ name }: KindField) => /^company(?:_?name)?(?:__c)?$/i.test(name),
} as const;
export type GroundKind = keyof typeof KINDS;
const METHODS: Readonly<Record<GroundKind, readonly [method: string, equalFrom: Similarity]>> = {
  email: ['email', EQUAL_EMAIL],
  phone: ['phone', EQUAL_PHONE],
  website: ['website', 10_000],
  birthDate: ['date', EQUAL_DATE],
  street: ['street', EQUAL_STREET],
  city: ['city', 8_000],
  postalCode: ['postalCode', 9_000],
  company: ['companyName', EQUAL_COMPANY],
};
const kindNames = Object.keys(KINDS) as GroundKind[];
/** Says nothing of who it is, alone or together. */
const LOW_INFORMATION =
  /(?:^|[a-z_])(?:State|Country|Title|Salutation|Suffix|Gender|GenderIdentity|Sex|Industry|Rating|Status|Source|Type|Pronouns|Department)(?:Code)?(?:__c)?$/;
const NAMES = /^(?:first|middle|last)?name$/i;

/**
 * Grounds that an upsert may rest on, for one object's records: the second question about a pair, after what
 * contradicts it. Beside `isNameOrPlace`, which the score asks of the fields alone: here their values count.
 */
export class GroundsOf {
  readonly #fields: Readonly<Record<GroundKind, readonly KindField[]>>;
  readonly #identifiers: readonly string[];
  readonly #references: ReadonlySet<string>;
  readonly #isCompany: boolean;
  readonly #own = new Map<string, boolean>();

  constructor(
    fields: readonly KindField[],
    private readonly contradictions: Contradictions,
  ) {
    this.#fields = Object.fromEntries(kindNames.map((kind) => [kind, fields.filter(KINDS[kind])])) as never;
    this.#identifiers = fields.map(({ name }) => name).filter(isIdentifierName);
    this.#references = new Set(fields.filter(({ type }) => type === 'reference').map(({ name }) => name));
    this.#isCompany =
      !contradictions.isPerson && fields.some(({ name }) => name === 'Name') && this.#fields.website.length > 0;
  }

  /** @param scenarios those that make the pair a duplicate: their own fields may carry it, too */
  of(pair: ComparedPair, scenarios: readonly Scenario[]): Grounds {
    const { isPerson } = this.contradictions;
    if (!isPerson && !this.#isCompany) return 'enough';
    const agreements = this.#agreements(pair, scenarios);
    return isPerson ? personGrounds(pair, agreements) : companyGrounds(agreements);
  }

  /** Whether two records that hold one value are of different people, or of branches of one company. */
  areDifferent(pair: ComparedPair): boolean {
    if (this.contradictions.between(pair).length > 0) return true;
    const { first, last } = pair.names;
    if (this.contradictions.isPerson) return last === 'other' && first !== 'same';
    const agreements = this.#agreements(pair, []);
    return isOther(agreements.of('city')) || isOther(agreements.of('postalCode'));
  }

  #agreements(pair: ComparedPair, scenarios: readonly Scenario[]): Agreements {
    const { context } = this.contradictions;
    const { one, other } = pair;
    const known: Partial<Record<GroundKind, Agreement>> = {};
    const of = (kind: GroundKind): Agreement => {
      const [method, equalFrom] = METHODS[kind];
      return (known[kind] ??= agreementOf(one, other, this.#fields[kind], context.method(method), equalFrom));
    };
    const isIdentifier = (field: string) => {
      const a = identifierOf(one.texts[field] ?? '', context);
      return a !== '' && a === identifierOf(other.texts[field] ?? '', context);
    };
    return {
      of,
      isRoleMailbox: () => {
        const address = of('email').value?.text;
        return address !== undefined && isSharedMailbox(address, context);
      },
      isYearAlone: () => {
        const born = of('birthDate').value?.text;
        return born !== undefined && isYearAlone(context.method('date').normalise([born]));
      },
      differInShortWord: () =>
        this.contradictions.readBy('companyName').some((field) => {
          const method = context.method('companyName');
          const [a, b] = [one, other].map(({ texts }) => method.normalise([texts[field] ?? ''])) as [string, string];
          if (a === '' || b === '' || a === b) return false;
          return differInShortWord(method.prepare(a) as Company, method.prepare(b) as Company);
        }),
      isHostAlone: () => {
        const address = of('website').value?.text;
        return address !== undefined && isHost(context.method('website').normalise([address]));
      },
      areNumbered: () => areNumbered(one, other, this.#fields.email, context.method('email')),
      hasIdentifier: () => this.#identifiers.some(isIdentifier),
      hasParent: () => this.#finds(pair, scenarios, (name) => this.#references.has(name)),
      hasOther: () => this.#finds(pair, scenarios, (name) => !this.#references.has(name) && this.#isOwn(name)),
    };
  }

  /** A kind that is not known here: a field that a configuration compares for a reason of its own. */
  #isOwn(name: string): boolean {
    let isOwn = this.#own.get(name);
    if (isOwn === undefined) {
      isOwn =
        !NAMES.test(name) &&
        !LOW_INFORMATION.test(name) &&
        !kindNames.some((kind) => this.#fields[kind].some((field) => field.name === name));
      this.#own.set(name, isOwn);
    }
    return isOwn;
  }

  /** Whether a scenario's field over such fields alone agrees. */
  #finds(pair: ComparedPair, scenarios: readonly Scenario[], isOne: (name: string) => boolean): boolean {
    return scenarios.some(({ fields }) => fields.some((field) => field.fields.every(isOne) && agrees(pair, field)));
  }
}

export function isOther({ isCompared, similarity }: Agreement): boolean {
  return isCompared && similarity === 0;
}

function agrees({ one, other }: ComparedPair, { fields, method }: Scenario['fields'][number]): boolean {
  const [a, b] = [one, other].map(({ texts }) => {
    const raw = fields.map((field) => texts[field] ?? '');
    return raw.every((text) => text === '') ? '' : method.normalise(raw);
  }) as [string, string];
  return a !== '' && b !== '' && (a === b || method.compare(method.prepare(a), method.prepare(b)) > 0);
}
