import { expect, it } from 'vitest';
import { Documented } from './documented.js';
import { UPSERT, serveForTest } from './serve.js';

interface Output {
  readonly isSuccess: boolean;
  readonly isCreated: boolean;
  readonly errorMessage: string | null;
  readonly objectId: string | null;
  readonly objectData: Record<string, unknown>;
  readonly relatedList: readonly Output[];
  readonly decision?: Record<string, unknown>;
}

const person = { FirstName: 'Jenniffer', LastName: 'Doe', Email: 'jen@example.com', Company: 'Example' };

it('a trial of an upsert answers what it would, with the reason and the scores, and saves nothing', async () => {
  const served = await serveForTest();
  const documented = await Documented.by(served);
  const traces = () => {
    const { store, writers } = served.likeness.statistics();
    const { records, changes } = store;
    const pairs = served.likeness.suspectedPairs({ page: 1, pageSize: 1 }).totalSize;
    return { records, changes, writers, pairs, position: served.likeness.visible.position };
  };
  const ask = async (input: object, trial: boolean, headers = {}): Promise<Output> => {
    const before = traces();
    const path = trial ? `${UPSERT}?trial=true` : UPSERT;
    const whole = { input: { objectType: 'Lead', duplicateCheck: true, ...input } };
    const reply = await served.post(path, whole, headers);
    expect(reply.status, reply.text).toBe(200);
    expect(documented.faults(reply, UPSERT, 'post')).toEqual([]);
    if (trial) expect(traces()).toEqual(before);
    return JSON.parse(reply.text) as Output;
  };
  const relatedList = [
    { objectType: 'CampaignMember', referenceField: 'LeadId', objectData: { CampaignId: '7015I0000004rAwQAI' } },
  ];
  const fresh = await ask({ objectData: person, relatedList }, true, { 'Idempotency-Key': 'one' });
  expect(fresh).toMatchObject({
    ...{ isSuccess: true, isCreated: true, objectId: null, objectData: person, decision: { reason: 'noDuplicate' } },
    relatedList: [{ objectId: null, objectData: { LeadId: null }, decision: { reason: 'notChecked' } }],
  });
  expect(fresh.objectData).not.toHaveProperty('Id');
  const created = await ask({ objectData: person, relatedList }, false, { 'Idempotency-Key': 'one' });
  expect(created).toMatchObject({ isCreated: true });
  expect(created).not.toHaveProperty('decision');

  const scores = expect.arrayContaining([
    expect.objectContaining({ scenarioId: 'lead-default', scenarioScore: 100 }),
  ]) as unknown;
  const again = { objectData: { ...person, Title: 'Dr.' } };
  expect(await ask(again, true)).toMatchObject({
    ...{ isCreated: false, objectId: created.objectId },
    decision: { reason: 'duplicate', score: 100, recordId: created.objectId, scenarioScores: scores },
  });
  const sister = { objectData: { ...person, FirstName: 'Susan', Company: 'Other', Email: 'jen@example.com' } };
  const bar = { ...sister, duplicateScore: 100 };
  const apart = await ask(bar, true);
  const saved = await ask(bar, false);
  expect([apart.isCreated, apart.decision!['reason']]).toEqual([saved.isCreated, expect.any(String)]);
  const failed = await ask({ objectData: { FirstName: 'Jo' }, allOrNone: true, relatedList }, true);
  expect(failed.errorMessage).toMatch(/^REQUIRED_FIELD_MISSING/);
  expect(failed).not.toHaveProperty('decision');
  const reader = served.addClient({ scopes: ['read', 'search'] });
  const authorization = `Bearer ${served.auth.issueToken(reader.client_id)}`;
  const whole = { input: { objectType: 'Lead', objectData: person } };
  expect((await served.post(`${UPSERT}?trial=true`, whole, { authorization })).status).toBe(403);
});
