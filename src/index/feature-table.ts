import type { MatchMethod } from '../matching/method.js';
import type { Scenario, ScenarioField } from '../matching/scenario.js';
import { ComposedFeature } from './composed/composed-feature.js';
import type { Feature, FeatureImage } from './feature.js';
import { PlainFeature } from './plain-feature.js';

type Column = Pick<ScenarioField, 'fields' | 'method'>;

/** The columns of an index, found by what reads them. */
export class FeatureTable {
  private readonly byMethod = new Map<MatchMethod, Map<string, Feature>>();
  private readonly byScenario = new WeakMap<Scenario, readonly Feature[]>();

  /** @param all parts before what is made of them */
  constructor(readonly all: readonly Feature[]) {
    for (const feature of all) {
      const byFields = this.byMethod.get(feature.method);
      if (byFields) byFields.set(keyOf(feature), feature);
      else this.byMethod.set(feature.method, new Map([[keyOf(feature), feature]]));
    }
  }

  /** The columns that scenarios read. @throws Error when the images lack one */
  static for(scenarios: readonly Scenario[], memoBytes: number, images?: readonly FeatureImage[]): FeatureTable {
    const declared: Feature[] = [];
    const declare = ({ fields, method }: Column): Feature => {
      const known = declared.find((each) => each.method === method && keyOf(each) === keyOf({ fields }));
      if (known) return known;
      const image = images?.find((each) => each.method === method.name && keyOf(each) === keyOf({ fields }));
      if (images && !image)
        throw new Error(`index: the image has no column for ${fields.join('+')} by method ${method.name}`);
      const { composition } = method;
      const [first, second, ...others] = fields;
      let feature: Feature;
      if (composition && first !== undefined && second !== undefined && first !== second && others.length === 0) {
        const part = (name: string) => declare({ fields: [name], method: composition.part });
        feature = new ComposedFeature(fields, method, memoBytes, [part(first), part(second)], image);
      } else feature = new PlainFeature(fields, method, memoBytes, image);
      declared.push(feature);
      return feature;
    };
    for (const { fields } of scenarios) for (const field of fields) declare(field);
    return new FeatureTable(declared);
  }

  /** @throws Error when there is no column for the field */
  of(field: ScenarioField): Feature {
    const feature = this.byMethod.get(field.method)?.get(keyOf(field));
    if (!feature)
      throw new Error(
        `index: no column for ${field.label} by method ${field.method.name}; the index must be made with every scenario that is searched by`,
      );
    return feature;
  }

  /** Those of a scenario's fields, looked up once. @throws as `of` */
  ofScenario(scenario: Scenario): readonly Feature[] {
    let features = this.byScenario.get(scenario);
    if (features === undefined) {
      features = scenario.fields.map((field) => this.of(field));
      this.byScenario.set(scenario, features);
    }
    return features;
  }
}

function keyOf({ fields }: { readonly fields: readonly string[] }): string {
  return fields.join('\u0000');
}
