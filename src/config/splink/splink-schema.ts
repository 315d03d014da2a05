import { z } from 'zod';

/** Bounds of a file that is no settings of Splink, or one that is meant to do harm. */
const MOST_COMPARISONS = 50;
const MOST_LEVELS = 100;

const probability = z
  .number({ error: 'expected a number from 0 to 1' })
  .min(0, 'expected a number from 0 to 1')
  .max(1, 'expected a number from 0 to 1');

const levelSchema = z.looseObject({
  sql_condition: z.string().min(1).max(20_000),
  label_for_charts: z.string().nullish(),
  is_null_level: z.boolean().nullish(),
  m_probability: probability.nullish(),
  u_probability: probability.nullish(),
  tf_adjustment_column: z.string().nullish(),
  tf_adjustment_weight: z.number().min(0).max(1_000).nullish(),
  tf_minimum_u_value: probability.nullish(),
  disable_tf_exact_match_detection: z.boolean().nullish(),
});

const comparisonSchema = z.looseObject({
  output_column_name: z.string().max(1_000).nullish(),
  comparison_description: z.string().max(10_000).nullish(),
  comparison_levels: z.array(levelSchema).min(2, 'expected two levels or more').max(MOST_LEVELS),
});

/** A saved model of Splink 4 or 5 (`linker.misc.save_model_to_json`): what is read of it. */
export const splinkModelSchema = z.looseObject({
  link_type: z.string().nullish(),
  probability_two_random_records_match: z
    .number()
    .gt(0, 'expected a number between 0 and 1')
    .lt(1, 'expected a number between 0 and 1')
    .nullish(),
  comparisons: z.array(comparisonSchema).min(1, 'expected a comparison or more').max(MOST_COMPARISONS),
});

export type SplinkModel = z.output<typeof splinkModelSchema>;
export type SavedComparison = SplinkModel['comparisons'][number];
export type SavedLevel = SavedComparison['comparison_levels'][number];

/** Whether a file means to be settings of Splink: the product's export has objects, these have comparisons. */
export function isSplinkModel(json: unknown): boolean {
  if (isOfSplink2(json)) return true;
  return typeof json === 'object' && json !== null && 'comparisons' in json && !('objects' in json);
}

/** Whether a file means to be settings of Splink before its version 3. */
export function isOfSplink2(json: unknown): boolean {
  return typeof json === 'object' && json !== null && 'comparison_columns' in json && !('objects' in json);
}
