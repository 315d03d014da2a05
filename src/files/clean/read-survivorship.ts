import type { Configuration } from '../../store/config/configuration.js';
import { ConfigurationError, jsonPath, type Problem } from '../../store/config/problem.js';
import { ProblemReport } from '../../store/config/problem-report.js';
import { SingleRecordFormulas } from '../../store/config/single-record-formulas.js';
import { resolveSurvivorship } from '../../store/config/survivorship.js';
import { survivorshipSchema } from '../../store/config/survivorship-schema.js';
import type { ObjectType } from '../../records/object-type.js';
import type { SurvivorshipRules } from '../../matching/survivorship/rules.js';
import { readJsonFile } from '../read/read-json-file.js';
import { columnsByField, type OutputColumn } from './output-columns.js';

/** Reads survivorship rules. Default: the configuration's. @throws ConfigurationError with all errors in the file */
export async function readSurvivorship(
  configuration: Configuration,
  type: ObjectType,
  file: string | undefined,
): Promise<SurvivorshipRules> {
  if (file === undefined) return configuration.survivorship.get(type.name)!;
  const result = survivorshipSchema.safeParse(await readJsonFile(file));
  if (!result.success)
    throw new ConfigurationError(
      result.error.issues.map(({ path, message }) => ({ file, path: jsonPath(path), message })),
    );
  const problems: Problem[] = [];
  const { registry, lists, formulas } = configuration;
  const singleRecordFormulas = ({ name }: ObjectType) => new SingleRecordFormulas(formulas.get(name) ?? []);
  const rules = resolveSurvivorship(
    result.data,
    { registry, lists, singleRecordFormulas },
    new ProblemReport(file, problems),
  );
  if (problems.length > 0) throw new ConfigurationError(problems);
  return rules.get(type.name)!;
}

/** Converts rules for fields to rules for the columns that fill them. */
export function rulesOfColumns(rules: SurvivorshipRules, columns: readonly OutputColumn[]): SurvivorshipRules {
  const byField = columnsByField(columns);
  return {
    ...rules,
    groups: rules.groups
      .map(({ fields, rule }) => ({ rule, fields: fields.flatMap((field) => byField.get(field) ?? []) }))
      .filter(({ fields }) => fields.length > 0),
  };
}
