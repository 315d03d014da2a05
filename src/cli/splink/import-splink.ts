import { objectType } from '../../batch/input/object-of.js';
import { parseMapOption } from '../../batch/input/mapping.js';
import { readInput } from '../../batch/dedupe/read-input.js';
import { guessFieldsByNames, guessObjectByNames } from '../../batch/splink/splink-columns.js';
import { TermCounter } from '../../batch/splink/count-terms.js';
import { addScenarios, type Imported } from '../../config/import/import-configuration.js';
import { configurationOf } from '../../config/load.js';
import { methodOptions } from '../../config/resolve-definitions.js';
import {
  columnsOf,
  convertSplinkModel,
  parseSplinkModel,
  type ConvertedSplinkModel,
} from '../../config/splink/import-splink-model.js';
import { createMethods } from '../../matching/methods/create-methods.js';
import type { MatchMethod } from '../../matching/method.js';
import type { ScenarioDefinition } from '../../matching/scenario.js';
import type { ObjectType } from '../../records/object-type.js';
import { WrongUse } from '../../runtime/failure.js';
import { note } from '../../runtime/notes.js';

/** Splink leaves the threshold to whoever asks for pairs. */
const DEFAULT_THRESHOLD = 90;

export interface SplinkImport {
  /** Configuration folder. */
  readonly config: string;
  readonly object: string | undefined;
  readonly map: readonly string[];
  readonly threshold: number | undefined;
  /** Rows in which term frequencies are counted. */
  readonly rows: string | undefined;
}

/** Takes a trained model of Splink over as a scenario of the configuration folder. */
export async function importSplink(json: unknown, options: SplinkImport): Promise<Imported> {
  const model = parseSplinkModel(json);
  const configuration = await configurationOf(options.config);
  const columns = columnsOf(model);
  const guess = options.object === undefined ? guessObjectByNames(columns) : undefined;
  if (guess !== undefined) note(`taken for ${guess.name}, because ${guess.reason}; --object says otherwise`);
  const type = objectType(configuration, options.object ?? guess!.name);
  const methods = createMethods(methodOptions(configuration));
  const mapped = mappedColumns(type, columns, options.map);
  const converted = convertSplinkModel(model, {
    ...{ type, methods, mapped },
    guessed: guessFieldsByNames(type, columns, mapped.values()),
    threshold: options.threshold ?? DEFAULT_THRESHOLD,
  });
  const scenario = await withFrequencies(converted, type, methods, options);
  const written = await addScenarios(options.config, [scenario]);
  return reportOf(converted, scenario, written, options.rows !== undefined);
}

function mappedColumns(type: ObjectType, columns: readonly string[], map: readonly string[]): Map<string, string> {
  return new Map(
    map.map((text) => {
      const { source, field } = parseMapOption(text);
      if (!columns.includes(source))
        throw new WrongUse(
          `--map: the settings compare no column '${source}'; their columns are ${columns.join(', ')}`,
        );
      if (field === '') return [source, ''];
      const known = type.field(field);
      if (known === undefined) throw new WrongUse(`--map: No such column '${field}' on entity '${type.name}'`);
      return [source, known.name];
    }),
  );
}

async function withFrequencies(
  { scenario, frequencies }: ConvertedSplinkModel,
  type: ObjectType,
  methods: ReadonlyMap<string, MatchMethod>,
  { rows, map }: SplinkImport,
): Promise<ScenarioDefinition> {
  if (rows === undefined || frequencies.length === 0) return scenario;
  const counter = new TermCounter(scenario, frequencies, methods);
  await readInput({ file: rows, map }, type, {
    take: (row) => {
      counter.add(row);
      return undefined;
    },
  });
  return counter.finish();
}

function reportOf(
  { used, methods, leftOut, notUsed, frequencies }: ConvertedSplinkModel,
  scenario: ScenarioDefinition,
  written: readonly string[],
  areCounted: boolean,
): Imported {
  const uncounted = frequencies.map(({ field }) => ({
    path: `term frequencies of ${scenario.fields[field]!.field}`,
    reason: 'they are counted in the rows that Splink had: give them by --rows FILE',
  }));
  const all = areCounted ? leftOut : [...leftOut, ...uncounted];
  return {
    ...{ written, methods, notUsed, leftOut: all, complete: all.length === 0 },
    used: [{ path: 'the settings', as: `scenario ${scenario.id}, threshold ${scenario.threshold} %` }, ...used],
    ...{ declared: [], switchedOff: [], withoutContradictions: [], kept: [] },
  };
}
