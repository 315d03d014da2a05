import type { MatchMethod } from '../../matching/method.js';
import type { Scenario, ScenarioField } from '../../matching/scenario.js';
import type { ResolvedOptions } from '../index-options.js';
import { ComparisonBudget } from '../retrieval/similar-value-search.js';
import { ComposedField } from './composed-field.js';
import type { IndexedField, IndexedFieldImage } from './indexed-field.js';
import { PlainField } from './plain-field.js';

type Column = Pick<ScenarioField, 'fields' | 'method'>;

export class IndexedFields {
  private readonly byMethod = new Map<MatchMethod, Map<string, IndexedField>>();
  private readonly byScenario = new WeakMap<Scenario, readonly IndexedField[]>();

  readonly budget = new ComparisonBudget();

  constructor(readonly all: readonly IndexedField[]) {
    for (const indexed of all) {
      indexed.budget = this.budget;
      const byFields = this.byMethod.get(indexed.method);
      if (byFields) byFields.set(keyOf(indexed), indexed);
      else this.byMethod.set(indexed.method, new Map([[keyOf(indexed), indexed]]));
    }
  }

  /** @throws Error if the images lack a column of the scenarios */
  static for(
    scenarios: readonly Scenario[],
    { cacheBytes, isJoined }: Pick<ResolvedOptions, 'cacheBytes' | 'isJoined'>,
    images?: readonly IndexedFieldImage[],
  ): IndexedFields {
    const declared: IndexedField[] = [];
    const composed = scenarios.flatMap(({ fields }) => fields.filter(({ method }) => method.composition));
    // Combined values are found through the rows and keys of their parts.
    const isPart = ({ fields: [name, ...others], method }: Column) =>
      others.length === 0 &&
      composed.some((each) => each.method.composition!.part === method && each.fields.includes(name!));
    const declare = ({ fields, method }: Column): IndexedField => {
      const known = declared.find((each) => each.method === method && keyOf(each) === keyOf({ fields }));
      if (known) return known;
      const image = images?.find((each) => each.method === method.name && keyOf(each) === keyOf({ fields }));
      if (images && !image)
        throw new Error(`index: the snapshot has no column for ${fields.join('+')} with method ${method.name}`);
      const { composition } = method;
      const [first, second, ...others] = fields;
      let indexed: IndexedField;
      if (composition && first !== undefined && second !== undefined && first !== second && others.length === 0) {
        const part = (name: string) => declare({ fields: [name], method: composition.part });
        indexed = new ComposedField(fields, method, cacheBytes, [part(first), part(second)], image);
      } else indexed = new PlainField(fields, method, cacheBytes, image, isJoined && !isPart({ fields, method }));
      declared.push(indexed);
      return indexed;
    };
    for (const { fields } of scenarios) for (const field of fields) declare(field);
    return new IndexedFields(declared);
  }

  /** Returns a field's column. @throws Error if there is no such column */
  of(field: ScenarioField): IndexedField {
    const indexed = this.byMethod.get(field.method)?.get(keyOf(field));
    if (!indexed)
      throw new Error(
        `index: no column for ${field.label} with method ${field.method.name}: build the index with every scenario that searches use`,
      );
    return indexed;
  }

  /** Cached. @throws Error like `of` */
  ofScenario(scenario: Scenario): readonly IndexedField[] {
    let fields = this.byScenario.get(scenario);
    if (fields === undefined) {
      fields = scenario.fields.map((field) => this.of(field));
      this.byScenario.set(scenario, fields);
    }
    return fields;
  }
}

function keyOf({ fields }: { readonly fields: readonly string[] }): string {
  return fields.join('\u0000');
}
