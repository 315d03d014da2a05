import { z } from 'zod';
import type { ModelDefinition } from '../../matching/model-definition.js';

/** Evidence in thousandths of a bit. Sums over fifty fields and their non-match classes are far below 2^53. */
const evidence = z.int().min(-100_000).max(100_000);
const share = z.number().min(0).max(1);

const levelSchema = z.strictObject({
  from: z.int().min(0).max(10_000).describe('The level holds similarities from here (of 10,000) to the level before'),
  evidence: evidence.describe('Thousandths of a bit; below 0 speaks against a match'),
  adjusted: z.int().min(0).max(1_000).describe('Thousandths of the frequency adjustment that the level takes'),
});

const levelsSchema = z
  .array(levelSchema)
  .min(1)
  .max(20)
  .superRefine((levels, context) => {
    const wrong = levels.findIndex(({ from }, i) => i > 0 && from >= levels[i - 1]!.from);
    if (wrong >= 0) {
      const message = `expected below ${levels[wrong - 1]!.from}: levels go from the most similar down`;
      context.addIssue({ code: 'custom', path: [wrong, 'from'], message });
    }
    if (levels.at(-1)?.from !== 0) {
      const message = 'expected 0: the last level holds what is not similar at all';
      context.addIssue({ code: 'custom', path: [levels.length - 1, 'from'], message });
    }
    checkEvidence(levels, context);
  });

/**
 * Checks that evidence does not increase as values become less similar, and is not positive for dissimilar values.
 * Otherwise records would match because of their differences. The level of equal values may have evidence 0 if other
 * fields evaluate these values, as with swapped names.
 */
function checkEvidence(levels: readonly { readonly evidence: number }[], context: z.RefinementCtx): void {
  const standsApart = levels[0]?.evidence === 0;
  levels.forEach(({ evidence }, i) => {
    const above = i === 0 || (i === 1 && standsApart) ? Infinity : levels[i - 1]!.evidence;
    if (evidence > above) {
      const message = `expected at most ${above}: evidence does not rise towards less similar values`;
      context.addIssue({ code: 'custom', path: [i, 'evidence'], message });
    } else if (i === levels.length - 1 && evidence > 0) {
      const message = 'expected at most 0: values that are not similar do not speak for a match';
      context.addIssue({ code: 'custom', path: [i, 'evidence'], message });
    }
  });
}

const frequenciesSchema = z.strictObject({
  others: evidence.describe('Adjustment of the values that are not listed'),
  listed: z
    .array(z.tuple([z.string().min(1).max(4_096), evidence]))
    .max(20_000)
    .describe('Frequent values in normal form, each with its adjustment'),
  sealed: z
    .strictObject({
      salt: z.string().min(1).max(80),
      listed: z.array(z.tuple([z.string().regex(/^[0-9a-f]{4}[A-Za-z0-9_-]{16}$/), evidence])).max(20_000),
    })
    .optional()
    .describe("Further ones that may be one person's: digests under the salt, each with its adjustment"),
});

const blanksSchema = z
  .tuple([evidence, evidence, evidence])
  .describe('Between two records: what is added where none, one or both of the two values are blank');

/** The frozen statistics of a probabilistic scenario, as written by `train`. */
export const modelSchema: z.ZodType<ModelDefinition> = z
  .strictObject({
    version: z.literal(1),
    prior: evidence.describe('Log2 odds of a match between two records taken at random'),
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
      .describe("One for each of the scenario's fields, in their order"),
    rivals: z
      .array(
        z.strictObject({
          name: z.string().min(1).max(80),
          prior: evidence,
          evidence: z.array(z.array(evidence).max(20).nullable()).max(50),
          blankAlike: z.boolean().optional().describe('Whether blanks do not tell such records from a match'),
        }),
      )
      .max(10)
      .optional()
      .describe('Ways to look alike without being one: a match must be likelier than each'),
    trained: z
      .strictObject({
        records: z.int().min(0),
        seed: z.int(),
        expectedPairs: z.int().min(0),
        expectedPrecision: share,
        expectedRecall: share,
      })
      .optional()
      .describe('What the model was trained on and what to expect of it; for people'),
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
