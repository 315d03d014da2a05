import { z } from 'zod';
import { scenarioDefinitionSchema } from '../../matching/scenario-schema.js';
import type { Trained } from '../../files/learning/train.js';

const share = z.number().min(0).max(1);

/** A learned scenario and its status, stored as `proposals/<object>.json`. */
export const keptProposalSchema = z.strictObject({
  version: z.literal(1),
  object: z.string(),
  status: z.enum(['proposed', 'accepted', 'discarded', 'failed']),
  /** Time when the scenario was learned (ISO 8601). */
  time: z.string(),
  /** Number of records when the scenario was learned. After enough changes, the object's scenario is learned again. */
  records: z.int().min(0),
  /** The decisions that were used. After enough new decisions, the object's scenario is learned again. */
  decisions: z
    .strictObject({
      count: z.int().min(0),
      /** Id of the newest decision. */
      newest: z.string(),
    })
    .optional(),
  /** The reason why nothing was learned. For a proposal: what the decisions changed. */
  reason: z.string().optional(),
  proposal: z
    .strictObject({
      scenario: scenarioDefinitionSchema,
      leftOut: z.array(z.strictObject({ field: z.string(), reason: z.string() })),
      expectedMatches: z.number(),
      expectedPrecision: share,
      expectedRecall: share,
    })
    .optional(),
});

export type KeptProposal = z.output<typeof keptProposalSchema>;

/** A learned scenario that is pending acceptance, as lists show it. */
export const shownProposalSchema = z
  .strictObject({
    id: z.string().describe('Id for accepting or discarding the proposal'),
    name: z.string(),
    object: z.string(),
    learned: z.string().describe('Time of learning, ISO 8601'),
    records: z.int().describe('Number of records that the scenario was learned from'),
    threshold: z.number().describe('Percentage: 100 x the probability of a match'),
    prior: z.number().describe('Log2 odds that two random records match'),
    fields: z
      .array(
        z.strictObject({
          field: z.string(),
          method: z.string(),
          equal: z.number().describe('Evidence if the values are equal, in bits; a positive number supports a match'),
          different: z
            .number()
            .describe('Evidence if the values differ, in bits; a negative number is evidence against a match'),
        }),
      )
      .describe('The compared fields'),
    reason: z.string().optional().describe('Effect of review decisions. Absent if no decisions were made'),
    leftOut: z
      .array(z.strictObject({ field: z.string(), reason: z.string() }))
      .describe('Fields not compared, with reasons'),
    expectedMatches: z.number().describe('Expected number of matching pairs among the records'),
    expectedPrecision: z.number().describe('Expected precision at the threshold, from 0 to 1'),
    expectedRecall: z.number().describe('Expected recall at the threshold, from 0 to 1'),
  })
  .meta({ id: 'ScenarioProposal' });

export type ShownProposal = z.output<typeof shownProposalSchema>;

export interface Lesson extends Pick<KeptProposal, 'decisions'> {
  readonly reason?: string | undefined;
}

export function keptProposal(
  object: string,
  time: string,
  { scenario, report }: Trained,
  lesson: Lesson = {},
): KeptProposal {
  const { records, leftOut, expectedMatches, chosen } = report;
  const { precision: expectedPrecision, recall: expectedRecall } = chosen;
  const proposal = { scenario, leftOut: [...leftOut], expectedMatches, expectedPrecision, expectedRecall };
  return keptProposalSchema.parse({ version: 1, object, status: 'proposed', time, records, ...lesson, proposal });
}

export function shownProposal({ object, time, records, reason, proposal }: KeptProposal): ShownProposal | undefined {
  const model = proposal?.scenario.model;
  if (proposal === undefined || model === undefined) return undefined;
  const { scenario, ...expected } = proposal;
  return {
    id: scenario.id,
    name: scenario.name,
    object,
    learned: time,
    records,
    threshold: scenario.threshold,
    ...(reason !== undefined && { reason }),
    prior: model.prior / 1_000,
    fields: scenario.fields.map(({ field, method }, i) => {
      const { levels } = model.fields[i]!;
      return { field, method, equal: levels[0]!.evidence / 1_000, different: levels.at(-1)!.evidence / 1_000 };
    }),
    ...expected,
  };
}
