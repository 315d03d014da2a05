import { keptProposalSchema, type KeptProposal } from '../../src/service/config/proposal.js';

/** A pending proposal for a learned scenario on e-mail addresses. @param expectedRecall 0..1 */
export function keptProposal(object: string, id: string, expectedRecall = 1): KeptProposal {
  const level = (from: number, evidence: number) => ({ from, evidence, adjusted: 0 });
  const sealed = { salt: 'salt', listed: [['0123AAAAAAAAAAAAAAAA'.toLowerCase(), -2_000]] };
  const frequencies = { others: 500, listed: [['info@example.com', -1_000]], sealed };
  const scenario = {
    ...{ id, name: 'Learned', object, threshold: 50, usage: ['restSearch'], scoreMethod: 'probabilistic' },
    fields: [{ field: 'Email', method: 'email', weight: 1 }],
    model: { version: 1, prior: -12_000, fields: [{ levels: [level(10_000, 14_000), level(0, -4_000)], frequencies }] },
  };
  const proposal = { scenario, leftOut: [], expectedMatches: 1, expectedPrecision: 1, expectedRecall };
  const time = '2026-11-22T07:18:02.643Z';
  return keptProposalSchema.parse({ version: 1, object, status: 'proposed', time, records: 2, proposal });
}
