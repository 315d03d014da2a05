import { z } from 'zod';

/** Evidence in thousandths of a bit. Sums over fifty fields and their classes of non-matches stay far below 2^53. */
const evidence = z.int().min(-100_000).max(100_000);
const share = z.number().min(0).max(1);

const levelSchema = z.strictObject({
  from: z.int().min(0).max(10_000).describe('Minimum similarity of the level, from 0 to 10,000'),
  evidence: evidence.describe('Thousandths of a bit; negative evidence is against a match'),
  adjusted: z.int().min(0).max(1_000).describe('Share of the frequency adjustment that is applied, in thousandths'),
});

const levelsSchema = z
  .array(levelSchema)
  .min(1)
  .max(20)
  .superRefine((levels, context) => {
    const wrong = levels.findIndex(({ from }, i) => i > 0 && from >= levels[i - 1]!.from);
    if (wrong >= 0) {
      const message = `expected a value below ${levels[wrong - 1]!.from}: levels are in descending order of similarity`;
      context.addIssue({ code: 'custom', path: [wrong, 'from'], message });
    }
    if (levels.at(-1)?.from !== 0) {
      const message = 'expected 0: the last level contains values that are not similar';
      context.addIssue({ code: 'custom', path: [levels.length - 1, 'from'], message });
    }
    checkEvidence(levels, context);
  });

/**
 * Checks that evidence does not increase as values become less similar, and is not positive for different values.
 * Otherwise, records would match because of their differences. Equal values may have evidence 0 if another field
 * evaluates these values, as with swapped names.
 */
function checkEvidence(levels: readonly { readonly evidence: number }[], context: z.RefinementCtx): void {
  const standsApart = levels[0]?.evidence === 0;
  levels.forEach(({ evidence }, i) => {
    const above = i === 0 || (i === 1 && standsApart) ? Infinity : levels[i - 1]!.evidence;
    if (evidence > above) {
      const message = `expected at most ${above}: evidence must not increase as similarity decreases`;
      context.addIssue({ code: 'custom', path: [i, 'evidence'], message });
    } else if (i === levels.length - 1 && evidence > 0) {
      const message = 'expected at most 0: values that are not similar cannot be evidence for a match';
      context.addIssue({ code: 'custom', path: [i, 'evidence'], message });
    }
  });
}

const frequenciesSchema = z.strictObject({
  others: evidence.describe('Adjustment for values that are not listed'),
  listed: z
    .array(z.tuple([z.string().min(1).max(4_096), evidence]))
    .max(20_000)
    .describe('Common values in normal form, with their adjustments'),
  sealed: z
    .strictObject({
      salt: z.string().min(1).max(80),
      listed: z.array(z.tuple([z.string().regex(/^[0-9a-f]{4}[A-Za-z0-9_-]{16}$/), evidence])).max(20_000),
    })
    .optional()
    .describe('Values that could identify a person, as salted digests with their adjustments'),
});

const blanksSchema = z
  .tuple([evidence, evidence, evidence])
  .describe('Evidence that is added if no value is blank, if one value is blank, and if both are blank');

/** The statistics of a probabilistic scenario, as `train` writes them. */
export const modelSchema = z
  .strictObject({
    version: z.literal(1),
    prior: evidence.describe('Log2 odds that two random records match'),
    fields: z
      .array(
        z.strictObject({
          levels: levelsSchema,
          frequencies: frequenciesSchema.optional(),
          blanks: blanksSchema.optional(),
        }),
      )
      .min(1)
      .max(50)
      .describe('One entry for each field of the scenario, in the same order'),
    rivals: z
      .array(
        z.strictObject({
          name: z.string().min(1).max(80),
          prior: evidence,
          evidence: z.array(z.array(evidence).max(20).nullable()).max(50),
          blankAlike: z
            .boolean()
            .optional()
            .describe('If true, values are blank as often in these pairs as in matches, so blanks are no evidence'),
        }),
      )
      .max(10)
      .optional()
      .describe('Alternative explanations for similar records; a match must be more likely than each of them'),
    trained: z
      .strictObject({
        records: z.int().min(0),
        seed: z.int(),
        expectedPairs: z.int().min(0),
        expectedPrecision: share,
        expectedRecall: share,
      })
      .optional()
      .describe('Training data and expected quality, for information only'),
  })
  .superRefine(({ fields, rivals }, context) => {
    rivals?.forEach((rival, r) => {
      if (rival.evidence.length !== fields.length) {
        const message = `expected ${fields.length} entries, one for each field`;
        context.addIssue({ code: 'custom', path: ['rivals', r, 'evidence'], message });
      }
      rival.evidence.forEach((levels, f) => {
        const expected = fields[f]?.levels.length;
        if (levels !== null && expected !== undefined && levels.length !== expected) {
          const message = `expected ${expected} numbers, one for each level of the field, or null`;
          context.addIssue({ code: 'custom', path: ['rivals', r, 'evidence', f], message });
        }
      });
    });
  })
  .meta({ id: 'ScoreModel' });
/** Result of `train`. `evidence` has match weights in thousandths of a bit, `rivals` the classes of non-matches. */
export type ModelDefinition = z.output<typeof modelSchema>;
export type FieldModelDefinition = ModelDefinition['fields'][number];
export type TrainedOn = NonNullable<ModelDefinition['trained']>;
