import { z } from 'zod';
import { shownProposalSchema } from '../../service/config/proposal.js';
import { actorOf } from '../caller.js';
import { endpoint, type AppContext, ok } from '../endpoint.js';
import { json } from '../response/answer.js';
import { refusing } from './reload-configuration-endpoint.js';

const shared = { tag: 'Administration', scope: 'admin', about: 'object' } as const;
const example = {
  id: 'lead-learned',
  name: 'Lead Learned',
  object: 'Lead',
  learned: '2026-11-22T07:18:02.643Z',
  records: 5_210,
  threshold: 62,
  reason: '12 decisions: threshold 50 -> 62; 7 of 12 pairs were predicted correctly',
  prior: -13.2,
  fields: [
    { field: 'LastName', method: 'personName', equal: 8.1, different: -4.9 },
    { field: 'Email', method: 'email', equal: 12.4, different: -1.2 },
  ],
  leftOut: [{ field: 'Fax', reason: 'almost no rows have a value' }],
  expectedMatches: 318,
  expectedPrecision: 0.98,
  expectedRecall: 0.95,
};
const chosenBody = {
  schema: z
    .strictObject({ id: z.string().min(1).max(255).describe('Id of the proposal') })
    .meta({ id: 'ChosenProposal' }),
  example: { id: example.id },
};

export const proposals = endpoint('proposals', 'GET', '{product}/scenarios/proposals', {
  about: 'object',
  tag: 'Duplicates',
  scope: 'search',
  summary: 'List learned scenarios that await approval',
  responses: ok({
    description: 'At most one proposal per object',
    schema: z.array(shownProposalSchema).meta({ id: 'ScenarioProposals' }),
    example: [example],
  }),
  async handle(_exchange, { likeness, administration }) {
    const known = new Set(likeness.objectTypes().map(({ name }) => name));
    const all = await administration.proposals.list();
    return json(all.filter(({ object }) => known.has(object)));
  },
});

export const acceptProposal = endpoint('acceptProposal', 'POST', '{product}/scenarios/accept', {
  ...shared,
  isAuditedInside: true,
  summary: 'Approve a learned scenario and save it in scenarios.json of the configuration folder',
  description: 'The scenario is in use when the response arrives. Other requests are not interrupted.',
  body: chosenBody,
  responses: ok({ description: 'The approved scenario, which is now in use', schema: shownProposalSchema, example }),
  errors: [404, 409],
  async handle(exchange, context) {
    await allowProposal(context, exchange.body.id);
    const accepted = await refusing(() =>
      context.administration.proposals.accept(exchange.body.id, actorOf(exchange, context)),
    );
    return json(accepted);
  },
});

export const discardProposal = endpoint('discardProposal', 'POST', '{product}/scenarios/discard', {
  ...shared,
  isAuditedInside: true,
  summary: 'Discard a learned scenario until enough records have changed to learn again',
  body: chosenBody,
  responses: ok({ description: 'The discarded scenario', schema: shownProposalSchema, example }),
  errors: [404],
  async handle(exchange, context) {
    await allowProposal(context, exchange.body.id);
    return json(await context.administration.proposals.discard(exchange.body.id, actorOf(exchange, context)));
  },
});

/** Lets unknown proposals pass, because the caller reports them. @throws RequestError 403 */
async function allowProposal({ likeness, administration }: AppContext, id: string): Promise<void> {
  const found = (await administration.proposals.list()).find((one) => one.id === id);
  if (found !== undefined) likeness.objectType(found.object);
}
