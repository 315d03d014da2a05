import type { KindField, ComparedPair, Party } from '../contradictions/contradiction.js';
import type { Contradictions } from '../contradictions/contradictions.js';
import { namesOf, type Company } from '../methods/company/company.js';
import { isYearAlone } from '../contradictions/birth-date.js';
import { identifierOf, isIdentifierName } from '../contradictions/identifiers.js';
import type { Similarity } from '../method.js';
import type { Scenario } from '../scenario.js';
import { OTHER_DOMAIN } from '../methods/email.js';
import type { Street } from '../methods/street.js';
import { areTwoSites, isHost, OTHER_SPELLING } from '../methods/website.js';
import {
  agreementOf,
  areAtOneDomain,
  areNumbered,
  isMadeOfName,
  isOther,
  isSharedMailbox,
  KINDS,
  LOW_INFORMATION,
  type Agreement,
  type Agreements,
  type GroundKind,
  type Grounds,
  type Value,
  valuesOf,
} from './agreement.js';
import { companyGrounds } from './company-grounds.js';
import { learnedGrounds, personGrounds } from './person-grounds.js';

const EQUAL_EMAIL: Similarity = 9_500;
const EQUAL_PHONE: Similarity = 8_500;
const EQUAL_DATE: Similarity = 8_000;
const EQUAL_STREET: Similarity = 8_000;
const EQUAL_COMPANY: Similarity = 8_000;

const METHODS: Readonly<Record<GroundKind, readonly [method: string, equalFrom: Similarity]>> = {
  email: ['email', EQUAL_EMAIL],
  phone: ['phone', EQUAL_PHONE],
  website: ['website', OTHER_SPELLING],
  birthDate: ['date', EQUAL_DATE],
  street: ['street', EQUAL_STREET],
  city: ['city', 8_000],
  postalCode: ['postalCode', 9_000],
  company: ['companyName', EQUAL_COMPANY],
  account: ['exact', 10_000],
};
const kindNames = Object.keys(KINDS) as GroundKind[];

const NAMES = /^(?:first|middle|last)?name$/i;

/** Decides whether a pair suffices for an upsert. Reads the values; `isNameOrPlace` reads only the fields. */
export class GroundsOf {
  readonly #fields: Readonly<Record<GroundKind, readonly KindField[]>>;
  readonly #identifiers: readonly string[];
  readonly #values = new WeakMap<Party, Partial<Record<GroundKind, readonly Value[]>>>();
  readonly #companies = new WeakMap<Party, Map<string, readonly Company[]>>();
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

  /**
   * @param scenarios Scenarios that make the pair a duplicate; a match in their fields can suffice too
   * @param telling fields that a learned scenario found very informative for this pair, such as a rare name; omitted
   * for other scenarios
   */
  of(pair: ComparedPair, scenarios: readonly Scenario[], telling?: ReadonlySet<string>): Grounds {
    const { isPerson } = this.contradictions;
    if (!isPerson && !this.#isCompany) return 'enough';
    const agreements = this.#agreements(pair, scenarios);
    if (!isPerson) return companyGrounds(agreements);
    const found = personGrounds(pair, agreements);
    const isLearned = found !== 'enough' && telling !== undefined && learnedGrounds(pair, agreements, telling);
    return isLearned ? 'enough' : found;
  }

  /** Returns whether the records share an identifier, a bank account or, if neither has a name, a personal mailbox. */
  shareIdentifier(pair: ComparedPair): boolean {
    const agreements = this.#agreements(pair, []);
    const areNamed = [pair.one, pair.other].some(({ name: { first, last } }) => first.length + last.length > 0);
    const mailbox = areNamed ? undefined : agreements.of('email').value;
    const isOwn = mailbox !== undefined && !isSharedMailbox(mailbox.text, this.contradictions.context);
    return isOwn || agreements.hasIdentifier() || agreements.of('account').value !== undefined;
  }

  /** Returns whether two records that share a value are different people, or branches of the same company. */
  areDifferent(pair: ComparedPair): boolean {
    if (this.contradictions.between(pair).length > 0) return true;
    const { first, last } = pair.names;
    if (this.contradictions.isPerson) return last === 'other' && first !== 'same';
    const agreements = this.#agreements(pair, []);
    return isOther(agreements.of('city')) || isOther(agreements.of('postalCode'));
  }

  /** Normalises each value once, because a record is part of several pairs. */
  #valuesIn(party: Party, kind: GroundKind): readonly Value[] {
    let known = this.#values.get(party);
    if (known === undefined) this.#values.set(party, (known = {}));
    return (known[kind] ??= valuesOf(party, this.#fields[kind], this.contradictions.context.method(METHODS[kind][0])));
  }

  /** Returns the names of a company, none if the field is blank. */
  #companiesIn(party: Party, field: string): readonly Company[] {
    let known = this.#companies.get(party);
    if (known === undefined) this.#companies.set(party, (known = new Map<string, readonly Company[]>()));
    let companies = known.get(field);
    if (companies === undefined) {
      const method = this.contradictions.context.method('companyName');
      const normal = method.normalise([party.texts[field] ?? '']);
      companies = normal === '' ? [] : [...namesOf(method.prepare(normal) as Company)];
      known.set(field, companies);
    }
    return companies;
  }

  #agreements(pair: ComparedPair, scenarios: readonly Scenario[]): Agreements {
    const { context } = this.contradictions;
    const { one, other } = pair;
    const known: Partial<Record<GroundKind, Agreement>> = {};
    const of = (kind: GroundKind): Agreement => {
      const [method, equalFrom] = METHODS[kind];
      return (known[kind] ??= agreementOf(one, other, this.#fields[kind], context.method(method), equalFrom, (party) =>
        this.#valuesIn(party, kind),
      ));
    };
    const mailboxes = (party: Party) => this.#valuesIn(party, 'email');
    const isMade = (party: Party) => isMadeOfName(party.name, mailboxes(party));
    const isIdentifier = (field: string) => {
      const a = identifierOf(one.texts[field] ?? '', context);
      return a !== '' && a === identifierOf(other.texts[field] ?? '', context);
    };
    const agreements: Agreements = {
      of,
      isRoleMailbox: () => {
        const address = of('email').value?.text;
        if (address === undefined) return false;
        return isSharedMailbox(address, context, [one.name, other.name]);
      },
      isYearAlone: () => {
        const born = of('birthDate').value?.text;
        return born !== undefined && isYearAlone(context.method('date').normalise([born]));
      },
      companies: () => {
        const method = context.method('companyName');
        for (const field of this.contradictions.readBy('companyName')) {
          const all = this.#companiesIn(one, field);
          const others = this.#companiesIn(other, field);
          if (all.length === 0 || others.length === 0) continue;
          const pairs = all.flatMap((a) => others.map((b) => [a, b] as const));
          return pairs.length === 1 ? pairs[0] : pairs.sort((a, b) => method.compare(...b) - method.compare(...a))[0];
        }
        return undefined;
      },
      isHostAlone: () => {
        const address = of('website').value?.text;
        return address !== undefined && isHost(context.method('website').normalise([address]));
      },
      areTwoSites: () => {
        const companies = agreements.companies();
        const texts = [one, other].map((party) => this.#valuesIn(party, 'website'));
        if (companies === undefined || texts.some((all) => all.length !== 1)) return false;
        const names = companies.flatMap(({ tokens, acronyms }) => [...tokens.map(({ text }) => text), ...acronyms]);
        return areTwoSites([texts[0]![0]!.text, texts[1]![0]!.text], texts[0]![0]!.normal, names);
      },
      isOtherHouse: () => {
        const method = context.method('street');
        const differ = (partOf: (street: Street, text: string) => string) => {
          const [a, b] = [one, other].map((party) =>
            this.#valuesIn(party, 'street').map(({ text, normal }) => partOf(method.prepare(normal) as Street, text)),
          );
          return !a!.includes('') && !b!.includes('') && !a!.some((part) => b!.includes(part));
        };
        // "R." may mean rua or rue.
        return (
          differ(({ kind }, text) => (/^\s*[a-z]\b/i.test(text) ? '' : kind)) ||
          differ(({ number, unit }) => number || unit)
        );
      },
      areNumbered: () =>
        areNumbered(mailboxes(one), mailboxes(other)) ||
        (of('email').value === undefined &&
          of('email').similarity > OTHER_DOMAIN &&
          isMade(one) &&
          isMade(other) &&
          areAtOneDomain(mailboxes(one), mailboxes(other))),
      isMailboxOfName: () => of('email').similarity <= OTHER_DOMAIN && (isMade(one) || isMade(other)),
      hasIdentifier: () => this.#identifiers.some(isIdentifier),
      hasParent: () => this.#finds(pair, scenarios, (name) => this.#references.has(name)),
      hasOther: () => this.#finds(pair, scenarios, (name) => !this.#references.has(name) && this.#isOwn(name)),
    };
    return agreements;
  }

  /**
   * Returns whether a field belongs to no known kind. For such a field, only the configuration decides whether it is
   * compared.
   */
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

  /** Returns whether the records agree in a scenario field that only reads fields accepted by `isOne`. */
  #finds(pair: ComparedPair, scenarios: readonly Scenario[], isOne: (name: string) => boolean): boolean {
    return scenarios.some(({ fields }) => fields.some((field) => field.fields.every(isOne) && agrees(pair, field)));
  }
}

function agrees({ one, other }: ComparedPair, { fields, method }: Scenario['fields'][number]): boolean {
  const [a, b] = [one, other].map(({ texts }) => {
    const raw = fields.map((field) => texts[field] ?? '');
    return raw.every((text) => text === '') ? '' : method.normalise(raw);
  }) as [string, string];
  return a !== '' && b !== '' && (a === b || method.compare(method.prepare(a), method.prepare(b)) > 0);
}
