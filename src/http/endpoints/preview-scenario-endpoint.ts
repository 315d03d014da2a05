import { z } from 'zod';
import { hasScope } from '../../service/auth/scopes.js';
import { versionOf, withModelOf } from '../../store/config/scenario-definition.js';
import { checkScenario } from '../../store/config/scenario-part.js';
import { editedScenarioSchema } from '../../matching/scenario-schema.js';
import { previewSchema } from '../../service/explain/preview.js';
import { endpoint, ok } from '../endpoint.js';
import { whileConnected } from '../request/while-connected.js';
import { json } from '../response/answer.js';
import { HttpError } from '../response/http-error.js';
import { explanationExample } from './explain-endpoint.js';
import { allowExisting, allowObject, refusingSent } from './scenario-definition-endpoints.js';
import { LEAD, OTHER_LEAD } from './shared.js';
import { exampleScenario } from './shown-scenario.js';

const MOST_SAMPLED = 2_000;

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
        sampleSize: z.int().min(1).max(MOST_SAMPLED).default(300).describe('Number of records in the sample'),
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
