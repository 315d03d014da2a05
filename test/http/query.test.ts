import { beforeAll, describe, expect, it } from 'vitest';
import { Documented } from './documented.js';
import { lead, UPSERT, type Reply, serveForAll } from './serve.js';

const QUERY = '/services/apexrest/dupcheck/query';

interface Page {
  readonly totalSize?: number;
  readonly records: readonly Record<string, unknown>[];
  readonly next: string | null;
}

const pageOf = (reply: Reply): Page => {
  expect(reply.status, reply.text).toBe(200);
  return reply.body as unknown as Page;
};

describe('a query', () => {
  const ask = (parameters: Record<string, string>, headers = {}): Promise<Reply> =>
    served.call('GET', `${QUERY}?${new URLSearchParams({ objectType: 'Lead', ...parameters }).toString()}`, {
      headers,
    });
  const served = serveForAll();
  beforeAll(async () => {
    for (let i = 0; i < 25; i++)
      await served.post(UPSERT, {
        input: { objectType: 'Lead', objectData: lead({ LastName: `Name ${i}`, AnnualRevenue: i }) },
      });
  });

  it('gives every record once, in Id order, page by page', async () => {
    const ids: unknown[] = [];
    let after: string | null = null;
    do {
      const page = pageOf(await ask({ pageSize: '10', ...(after !== null && { after }) }));
      expect(page.totalSize).toBe(25);
      ids.push(...page.records.map((record) => record['Id']));
      after = page.next;
    } while (after !== null);
    expect(ids).toEqual([...new Set(ids)].sort());
    expect(ids).toHaveLength(25);
  });

  it('ends with null also where the last page is full', async () => {
    const first = pageOf(await ask({ pageSize: '25' }));
    expect([first.records.length, first.next]).toEqual([25, null]);
  });

  it('gives the records that meet a condition, and the fields asked for', async () => {
    const where = "AnnualRevenue >= 20 AND LastName LIKE 'Name%'";
    const { records, next, totalSize } = pageOf(await ask({ where, fields: 'lastname' }));
    expect(records.map(({ LastName }) => LastName)).toEqual(['Name 20', 'Name 21', 'Name 22', 'Name 23', 'Name 24']);
    expect(Object.keys(records[0]!).sort()).toEqual(['Id', 'LastName', 'attributes']);
    expect([next, totalSize]).toEqual([null, undefined]);
  });

  it('continues after records that were deleted meanwhile', async () => {
    const { records, next } = pageOf(await ask({ pageSize: '3' }));
    const last = String(records[2]!['Id']);
    await served.call('DELETE', `/services/data/v60.0/sobjects/Lead/${last}`);
    const following = pageOf(await ask({ pageSize: '3', after: next! }));
    expect(String(following.records[0]!['Id']) > last).toBe(true);
  });

  it('says where a condition is wrong', async () => {
    const refused = await ask({ where: "LastName LIK 'S%'" });
    expect([refused.status, refused.error.errorCode, refused.error.fields]).toEqual([400, 'INVALID_FILTER', ['where']]);
    expect(refused.error.message).toMatch(/\(at character 10\)$/);
    expect((await ask({ where: "Nme = 'x'" })).error.message).toContain("Did you mean 'Name'?");
  });

  it('refuses who may not, and what is not there, as documented', async () => {
    const documented = await Documented.by(served);
    const limited = served.addClient({ scopes: ['read'], objects: ['Contact'] });
    const authorization = `Bearer ${served.auth.issueToken(limited.client_id)}`;
    const replies = [
      [await ask({}), 200],
      [await ask({}, { authorization }), 403],
      [await ask({ objectType: 'Nothing' }), 404],
      [await ask({ after: 'nonsense' }), 400],
      [await ask({ fields: 'Nothing' }), 400],
      [await ask({ pageSize: '1001' }), 400],
    ] as const;
    for (const [reply, status] of replies) {
      expect(reply.status, reply.text).toBe(status);
      expect(documented.faults(reply, QUERY, 'get')).toEqual([]);
    }
  });
});
