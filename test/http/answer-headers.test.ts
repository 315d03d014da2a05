import { describe, expect, it } from 'vitest';
import { lead, SEARCH, UPSERT, serveForAll } from './serve.js';

describe('headers of answers', () => {
  const served = serveForAll({
    settings: { rateLimit: 5 },
    files: { 'objects.json': [{ name: 'Lead', keyPrefix: '00Q', fields: [], maxResults: 2 }] },
  });

  const as = ({ client_id }: { client_id: string }) => ({
    authorization: `Bearer ${served.auth.issueToken(client_id)}`,
  });

  it('say how many requests a client has left, until it is refused', async () => {
    const client = served.addClient();
    const left: (string | null)[] = [];
    for (let n = 0; n < 6; n++) {
      const { headers } = await served.post(
        SEARCH,
        { objectPrefix: '00Q', objectData: { LastName: 'Doe' } },
        as(client),
      );
      left.push(/r=(\d+);t=\d+$/.exec(headers.get('ratelimit') ?? '')?.[1] ?? null);
      if (n === 0) expect(headers.get('ratelimit-policy')).toBe('"client";q=5;w=60');
    }
    expect(left).toEqual(['4', '3', '2', '1', '0', null]);
  });

  it('say how many matches there are where that is asked for, the object’s limit or not', async () => {
    const client = served.addClient();
    for (const LastName of ['Adeyemi', 'Adeyemi', 'Adeyemi', 'Brontë'])
      await served.post(UPSERT, {
        input: { objectType: 'Lead', objectData: { LastName, Company: `${LastName} Ltd` } },
      });
    const asked = async (LastName: string, prefer?: string) => {
      const body = { objectPrefix: '00Q', objectData: { LastName } };
      const reply = await served.post(SEARCH, body, { ...as(client), prefer });
      return [reply.body['00Q'].length, reply.headers.get('likeness-total'), reply.headers.get('preference-applied')];
    };
    expect(await asked('Adeyemi')).toEqual([2, null, null]);
    expect(await asked('Adeyemi', 'respond-async, Count = "exact"')).toEqual([2, '3', 'count=exact']);
    expect(await asked('Brontë', 'count=exact')).toEqual([1, '1', 'count=exact']);
    expect(await asked('Adeyemi', 'count=estimated')).toEqual([2, null, null]);
  });

  it('mark an answer that is that of an earlier request', async () => {
    const headers = { ...as(served.addClient()), 'idempotency-key': 'once' };
    const input = { objectType: 'Lead', objectData: lead(), duplicateCheck: false };
    const first = await served.post(UPSERT, { input }, headers);
    expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([200, null]);
    const [second, third] = await Promise.all([1, 2].map(() => served.post(UPSERT, { input }, headers)));
    for (const repeat of [second!, third!]) {
      expect(repeat.headers.get('idempotent-replayed')).toBe('true');
      expect(repeat.body.objectId).toBe(first.body.objectId);
    }
  });
});
