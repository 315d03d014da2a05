import { z } from 'zod';
import { hasScope } from '../../service/auth/scopes.js';
import { versionOf, withModelOf } from '../../store/config/scenario-definition.js';
import { checkScenario } from '../../store/config/scenario-part.js';
import { editedScenarioSchema } from '../../store/config/config-schemas.js';
import type { ScoreExplanation } from '../../service/explain/explanation.js';
import { endpoint, ok } from '../endpoint.js';
import { whileConnected } from '../request/while-connected.js';
import { json } from '../response/answer.js';
import { HttpError } from '../response/http-error.js';
import { explanationExample, explanationSchema } from './explain-endpoint.js';
import { allowExisting, allowObject, refusingSent } from './scenario-definition-endpoints.js';
import { LEAD, OTHER_LEAD } from './shared.js';
import { exampleScenario } from './shown-scenario.js';

const MOST_SAMPLED = 2_000;

const sideSchema = z
  .strictObject({
    threshold: z.number().describe('Percent'),
    pairs: z.number().int().describe('Number of distinct pairs at or above the threshold'),
    recordsWithDuplicate: z.number().int().describe('Number of sample records with at least one duplicate'),
  })
  .meta({ id: 'PreviewSide' });
const texts = z.record(z.string(), z.string());
const explained = (
  explanationSchema as unknown as z.ZodObject<{
    scenarios: z.ZodArray<z.ZodType<ScoreExplanation['scenarios'][number]>>;
  }>
).shape.scenarios.element;
const pairsSchema = z
  .strictObject({
    count: z.number().int(),
    pairs: z
      .array(
        z.strictObject({
          ids: z.array(z.string()).length(2).describe('Ids of the sample record and of the matching record'),
          before: z.number().nullable().describe('Score before the change. Null for a new scenario'),
          after: z.number(),
          texts: z.array(texts).length(2).optional().describe('Compared values, truncated. Requires the scope search'),
          explanation: z
            .strictObject({ before: explained.nullable(), after: explained })
            .optional()
            .describe('Explanation of the scores. Requires the scope search'),
        }),
      )
      .describe('At most ten pairs, sorted by largest score change, then by distance to the threshold'),
  })
  .meta({ id: 'PreviewPairs' });
const counts = z.array(z.number().int()).length(101);

const previewSchema = z
  .strictObject({
    objectType: z.string(),
    version: z.string().nullable().describe('Version of the scenario before the change. Null for a new scenario'),
    warnings: z.array(z.string()).describe('Warnings about settings that are valid but probably a mistake'),
    records: z.number().int().describe('Number of stored records of the object'),
    searched: z
      .number()
      .int()
      .describe('Number of records searched: all records, or the first 100,000 if a separate index is required'),
    sampled: z.number().int().describe('Number of sample records for which the search was done'),
    isComplete: z.boolean().describe('Whether the whole sample was searched in time and every pair was found'),
    before: sideSchema.nullable(),
    after: sideSchema,
    gained: pairsSchema,
    lost: pairsSchema,
    moved: pairsSchema.describe('Pairs that are found both before and after the change, but with different scores'),
    histogram: z
      .strictObject({
        from: z.number().describe('Lowest score that the search looks for, as a percentage'),
        before: counts.nullable(),
        after: counts,
      })
      .describe('Number of pairs by score, for each whole percentage'),
  })
  .meta({ id: 'ScenarioPreview' });

const none = { count: 0, pairs: [] };
const zeros = new Array<number>(101).fill(0);

export const previewScenario = endpoint('previewScenario', 'POST', '{product}/scenarios/preview', {
  about: 'object',
  tag: 'Administration',
  scope: 'admin',
  summary: 'Preview the pairs that a scenario change gains and loses, using a sample of stored records',
  description:
    'Searches all records for duplicates of a fixed, evenly spaced sample, with the scenario before and after the change, even if the scenario is disabled. Nothing is saved. Fields or methods that no active scenario compares require a separate index of the first 100,000 records, which is kept for two minutes. The search stops after four seconds and returns the pairs found by then. It also stops when the client disconnects. Fails with 503 if two previews are already running, or one preview for the same client.',
  body: {
    schema: z
      .strictObject({
        scenario: editedScenarioSchema.optional().describe('The changed scenario, instead of `proposalId`'),
        proposalId: z.string().min(1).max(255).optional().describe('Id of a learned scenario that awaits approval'),
        sampleSize: z.number().int().min(1).max(MOST_SAMPLED).default(300).describe('Number of records in the sample'),
      })
      .meta({ id: 'ScenarioToPreview' }),
    example: { scenario: exampleScenario, sampleSize: 300 },
  },
  responses: ok({
    description: 'Differences between the two versions',
    schema: previewSchema,
    example: {
      objectType: 'Lead',
      version: null,
      warnings: [],
      records: 5_210,
      searched: 5_210,
      sampled: 300,
      isComplete: true,
      before: null,
      after: { threshold: 90, pairs: 1, recordsWithDuplicate: 1 },
      gained: {
        count: 1,
        pairs: [
          {
            ids: [LEAD, OTHER_LEAD],
            before: null,
            after: 100,
            texts: [{ Email: 'jenniffer@example.com' }, { Email: 'jenniffer@example.com' }],
            explanation: { before: null, after: explanationExample.scenarios[0]! },
          },
        ],
      },
      lost: none,
      moved: none,
      histogram: { from: 80, before: null, after: zeros.map((_, score) => (score === 100 ? 1 : 0)) },
    },
  }),
  errors: [404, 409],
  async handle({ body, client, request }, context) {
    const { likeness, administration } = context;
    const { scenario, proposalId, sampleSize } = body;
    if ((scenario === undefined) === (proposalId === undefined))
      throw new HttpError(400, 'JSON_PARSER_ERROR', ['Send either scenario or proposalId, not both']);
    const wanted = scenario ?? (await administration.proposals.scenario(proposalId!));
    allowObject(context, wanted.object);
    const before = allowExisting(context, wanted.id);
    const { warnings, preview } = await refusingSent(async () => {
      const after = scenario === undefined ? wanted : withModelOf(scenario, before);
      const warnings = checkScenario(after, likeness.configuration).map(({ message }) => message);
      const asked = { after, before, sampleSize, withValues: hasScope(client, 'search') };
      const preview = await whileConnected(request, (gone) =>
        likeness.previewing.preview(asked, client.client_id, gone),
      );
      return { warnings, preview };
    });
    return json({ version: versionOf(before) ?? null, warnings, ...preview });
  },
});
