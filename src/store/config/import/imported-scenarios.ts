import type { MatchMethod } from '../../../matching/method.js';
import { isSuited } from '../../../matching/method-traits.js';
import type { ScenarioDefinition, ScenarioFieldDefinition, Usage } from '../../../matching/scenario.js';
import { sameId } from '../../../records/ids.js';
import type { Field, ObjectType } from '../../../records/object-type.js';
import type { ExportedField, ExportedScenario } from './export-schema.js';
import { counterpartOf, type Counterpart } from './product-methods.js';
import type { MappedMethod, Used } from './import-report.js';
import { jsonPath } from '../problem.js';
import { scenarioDefinitionSchema } from '../../../matching/scenario-schema.js';
import type { NotUsed } from './unused-keys.js';
import { baseName, nameWithout } from '../../../matching/methods/without-words.js';

interface Found {
  readonly used: Used[];
  readonly methods: MappedMethod[];
  readonly leftOut: NotUsed[];
}

class NotWhole extends Error {}

/** Converts scenarios. If a field is not supported, omits the scenario, because it would match differently. */
export class ScenarioImporter {
  readonly definitions: ScenarioDefinition[] = [];

  /**
   * @param existing scenarios in the folder; they keep their Ids
   * @param frequent names of the lists of frequent words
   */
  constructor(
    private readonly existing: readonly ScenarioDefinition[],
    private readonly frequent: ReadonlySet<string>,
    private readonly methods: ReadonlyMap<string, MatchMethod>,
    private readonly found: Found,
  ) {}

  add(type: ObjectType, scenario: ExportedScenario, path: string): void {
    try {
      const methods: MappedMethod[] = [];
      const definition = this.#define(type, scenario, path, methods);
      this.definitions.push(definition);
      this.found.methods.push(...methods);
      this.found.used.push({ path, as: `scenario ${definition.id}` });
    } catch (error) {
      if (!(error instanceof NotWhole)) throw error;
      this.found.leftOut.push({ path, reason: `the scenario ${scenario.name} is skipped: ${error.message}` });
    }
  }

  #define(type: ObjectType, scenario: ExportedScenario, path: string, methods: MappedMethod[]): ScenarioDefinition {
    const fields = scenario.fields.map((field, i) => this.#field(type, field, `${path}.fields[${i}]`, methods));
    const usage: Usage[] = [];
    if (scenario.onApi === true) usage.push('restSearch');
    if (scenario.onDataApi === true) usage.push('restUpsert');
    const { id, aliases } = this.#ids(type.name, scenario);
    const definition: ScenarioDefinition = {
      id,
      ...(aliases.length > 0 && { aliases }),
      name: scenario.name,
      object: type.name,
      threshold: scenario.threshold,
      usage,
      // The product has no contradictions, and matching must be the same as before.
      contradictions: false,
      fields,
    };
    const checked = scenarioDefinitionSchema.safeParse(definition);
    if (checked.success) return definition;
    const [issue] = checked.error.issues;
    throw new NotWhole(`${jsonPath(issue?.path ?? [])} ${issue?.message ?? ''}`);
  }

  #field(type: ObjectType, exported: ExportedField, path: string, methods: MappedMethod[]): ScenarioFieldDefinition {
    const { field: name, matchMethod, matchConfig, weight, frequentList } = exported;
    const field = type.field(name);
    if (field === undefined) throw new NotWhole(`the service has no field ${type.name}.${name}`);
    const counterpart = this.#counterpart(field, matchMethod, matchConfig);
    if (counterpart === undefined) throw new NotWhole(`the match method ${matchMethod} of ${name} has no equivalent`);
    let { method, note } = counterpart;
    if (typeof frequentList === 'string' && frequentList.trim() !== '') {
      const words = withFrequentWords(frequentList, method, this.frequent);
      if ('leftOut' in words) throw new NotWhole(`${name}: ${words.leftOut}`);
      method = words.method;
      note = [note, words.note].filter(Boolean).join('; ');
    }
    methods.push({ path, matchMethod, method, nearness: counterpart.nearness, ...(note && { note }) });
    return { field: field.name, method, weight };
  }

  /** Returns our nearest method, or `exact` if that method does not fit the field's type. */
  #counterpart(field: Field, matchMethod: string, matchConfig: unknown): Counterpart | undefined {
    const counterpart = counterpartOf(matchMethod, matchConfig);
    if (counterpart === undefined || isSuited(this.methods.get(counterpart.method)!, field.valueType))
      return counterpart;
    const note = `${field.name} is of type ${field.valueType}, which ${counterpart.method} does not support; it is compared exactly`;
    return { method: 'exact', nearness: 'loose', note };
  }

  /** Returns the Id from the export, or from the same scenario in the folder. Any other Ids become aliases. */
  #ids(object: string, { id, scenarioId, aliases, name }: ExportedScenario): { id: string; aliases: string[] } {
    const given = [id, scenarioId, ...(aliases ?? [])].filter(
      (each): each is string => typeof each === 'string' && each.trim() !== '',
    );
    const ofObject = this.existing.filter(
      (each) => each.enabled !== false && each.object.toLowerCase() === object.toLowerCase() && !this.#isTaken(each.id),
    );
    const known =
      ofObject.find((each) => [each.id, ...(each.aliases ?? [])].some((one) => given.some((id) => isSame(one, id)))) ??
      ofObject.find((each) => each.name === name);
    const own = known?.id ?? given[0] ?? this.#slug(object, name);
    if (this.#isTaken(own)) throw new NotWhole(`another scenario in the export has the same Id ${own}`);
    const others = new Set([...given, ...(known?.aliases ?? [])].filter((each) => !isSame(each, own)));
    const twice = [...others].find((each) => this.#isTaken(each));
    if (twice !== undefined) throw new NotWhole(`another scenario in the export has the same Id ${twice}`);
    return { id: own, aliases: [...others] };
  }

  #isTaken(id: string): boolean {
    return this.definitions.some((each) => isSame(each.id, id) || each.aliases?.some((alias) => isSame(alias, id)));
  }

  /** Joins the words of object and name by hyphens. Appends a number if the result is already used. */
  #slug(object: string, name: string): string {
    const slug = (text: string) => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join('-');
    const named = slug(name);
    const prefix = slug(object);
    const isPrefixed = named === prefix || named.startsWith(`${prefix}-`);
    const base = (isPrefixed ? named : [prefix, named].filter((part) => part !== '').join('-')).slice(0, 200);
    let id = base;
    for (let i = 2; this.#isTaken(id); i++) id = `${base}-${i}`;
    return id;
  }
}

function isSame(a: string, b: string): boolean {
  return a === b || sameId(a, b);
}

/** The product's built-in word lists, whose words are in no export. Our methods already weigh such words. */
const STANDARD: ReadonlyMap<string, RegExp> = new Map([
  ['name', /^(?:personName|fullName)/],
  ['person-names', /^(?:personName|fullName)/],
  ['company', /^companyName/],
  ['street', /^street/],
  ['email', /^email/],
  ['common', /^(?:text|companyName)/],
]);

type FrequentWords = { readonly method: string; readonly note?: string } | { readonly leftOut: string };

/**
 * Returns the method that ignores a field's frequent words. An export names the list, but not its words. The
 * file `lists/frequent-NAME.txt`, if it exists, has the words. Otherwise, a built-in list needs no words, because our
 * methods already weigh common words, and an organisation's own list is reported as missing.
 *
 * @param list its name in the export: `COMPANY`, `CUSTOM1`
 * @param method our method for the field
 * @param known names of the lists of frequent words in the folder
 */
function withFrequentWords(list: string, method: string, known: ReadonlySet<string>): FrequentWords {
  const words = list.toLowerCase().split(/[^a-z0-9]/);
  const name = words
    .filter((word) => word !== '')
    .join('-')
    .slice(0, 60);
  if (known.has(name)) return { method: nameWithout(baseName(method), name) };
  const file = `lists/frequent-${name}.txt`;
  const weighs = STANDARD.get(name);
  if (weighs === undefined)
    return {
      leftOut: `the export refers to the word list ${list} but does not contain its words: save them in ${file} and import again`,
    };
  const note = weighs.test(method)
    ? `${method} determines frequent words itself instead of using the list ${list}; to ignore words, save them in ${file}`
    : `words in the list ${list} are compared like all other words; to ignore words, save them in ${file}`;
  return { method, note };
}
