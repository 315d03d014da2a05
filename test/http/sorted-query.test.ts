import { beforeAll, describe, expect, it } from 'vitest';
import { MOST_LOOKED_AT } from '../../src/service/query/query.js';
import { Documented } from './documented.js';
import { serve, type Reply, type Served, serveForAll } from './serve.js';

const QUERY = '/services/apexrest/dupcheck/query';
/** Names that differ in case, in accents, or not at all. */
const NAMES = ['Zöllner', 'abel', 'Abel', 'Müller', 'Muller', 'de Boer', 'De Boer', 'Öz', '李', "O'Neil"];

interface Page {
  readonly totalSize?: number;
  readonly position?: number;
  readonly prepared?: number;
  readonly records: readonly Record<string, unknown>[];
  readonly next: string | null;
}

describe('a sorted query', () => {
  let all: Record<string, unknown>[];
  const ask = (parameters: Record<string, string>): Promise<Reply> =>
    served.call('GET', `${QUERY}?${new URLSearchParams({ objectType: 'Lead', ...parameters }).toString()}`);
  const page = async (parameters: Record<string, string>): Promise<Page> => {
    const reply = await ask(parameters);
    expect(reply.status, reply.text).toBe(200);
    return reply.body as unknown as Page;
  };
  const pages = async (
    parameters: Record<string, string>,
    onPage?: () => Promise<unknown>,
  ): Promise<Page['records']> => {
    const records: Record<string, unknown>[] = [];
    for (let after: string | null | undefined; after !== null;) {
      const found: Page = await page({ ...parameters, ...(after !== undefined && { after }) });
      records.push(...found.records);
      after = found.next;
      await onPage?.();
    }
    return records;
  };
  const idsOf = (records: Page['records']) => records.map(({ Id }) => String(Id));
  const ids = async (parameters: Record<string, string>) => idsOf(await pages(parameters));
  /** Returns Ids sorted by a field: blanks first, ties in Id order. */
  const expected = (field: string): string[] => {
    const keyOf = (record: Record<string, unknown>) => {
      const value = record[field];
      return typeof value === 'string' && field !== 'Id' ? value.toLowerCase() : (value as string | number | null);
    };
    const inOrder = [...all].sort((a, b) => {
      const [x, y] = [keyOf(a), keyOf(b)];
      if (x === y) return String(a['Id']) < String(b['Id']) ? -1 : 1;
      return x === null ? -1 : y === null ? 1 : x < y ? -1 : 1;
    });
    return idsOf(inOrder);
  };
  const served = serveForAll();
  beforeAll(async () => {
    const rows = Array.from({ length: 60 }, (_, i) => ({
      LastName: NAMES[(i * 7) % NAMES.length]!,
      Company: `Company ${i % 4}`,
      ...(i % 5 > 0 && { AnnualRevenue: (i * 37) % 50 }),
    }));
    await served.likeness.importBatch('Lead', rows, { check: false }, { clientId: 'test' });
    all = [...served.likeness.records('Lead')];
  });

  it.each(['LastName', 'AnnualRevenue', 'LastModifiedDate', 'Id'])(
    'gives every record once, by %s, both ways',
    async (field) => {
      expect(await ids({ orderBy: field, pageSize: '7' })).toEqual(expected(field));
      expect(await ids({ orderBy: `${field} desc`, pageSize: '7' })).toEqual(expected(field).reverse());
    },
  );

  it('begins at a record or a place, and says which place that is', async () => {
    for (const [orderBy, order] of [
      ['Id', expected('Id')],
      ['LastName', expected('LastName')],
      ['LastName DESC', expected('LastName').reverse()],
    ] as const) {
      const from = await page({ orderBy, from: order[23]!.slice(0, 15), pageSize: '5' });
      expect([from.position, idsOf(from.records)]).toEqual([23, order.slice(23, 28)]);
      const offset = await page({ orderBy, offset: '41', pageSize: '5' });
      expect([offset.position, idsOf(offset.records)]).toEqual([41, order.slice(41, 46)]);
      const next = await page({ orderBy, after: offset.next!, pageSize: '5' });
      expect([next.position, idsOf(next.records)]).toEqual([46, order.slice(46, 51)]);
      const beyond = await page({ orderBy, offset: '60' });
      expect([beyond.records, beyond.next, beyond.totalSize]).toEqual([[], null, 60]);
    }
  });

  it('keeps the order among the records that meet a condition', async () => {
    const where = "Company = 'Company 1'";
    const met = new Set(all.filter(({ Company }) => Company === 'Company 1').map(({ Id }) => Id));
    const order = expected('LastName').filter((id) => met.has(id));
    expect(await ids({ orderBy: 'LastName', where, pageSize: '4' })).toEqual(order);
    const from = await page({ orderBy: 'LastName', where, from: order[3]!, pageSize: '2' });
    expect([idsOf(from.records), from.position]).toEqual([order.slice(3, 5), undefined]);
  });

  it('meets every record that stays as it is once, while others come, change and go', async () => {
    const other = await serve();
    try {
      const caller = { clientId: 'test' };
      const rows = Array.from({ length: 90 }, (_, i) => ({ LastName: `Name ${(i * 31) % 90}`, Company: 'Example' }));
      const saved = await other.likeness.importBatch('Lead', rows, { check: false }, caller);
      const stays = saved.filter((_, i) => i % 3 === 0).map(({ objectId }) => objectId);
      const met: unknown[] = [];
      let turn = 0;
      for (let after: string | null | undefined; after !== null;) {
        const found: Awaited<ReturnType<typeof other.likeness.query>> = await other.likeness.query({
          ...{ objectType: 'Lead', orderBy: 'LastName DESC', after, pageSize: 4 },
        });
        met.push(...found.records.map(({ Id }) => Id));
        after = found.next;
        turn++;
        await other.likeness.deleteRecord('Lead', saved[3 * turn + 1]!.objectId!, caller);
        const objectId = saved[3 * turn + 2]!.objectId;
        const change = { objectType: 'Lead', objectData: { Id: objectId, LastName: `Name ${turn}.5` } };
        await other.likeness.upsert(change, caller);
        await other.likeness.importBatch('Lead', [{ LastName: `New ${turn}`, Company: 'X' }], { check: false }, caller);
      }
      expect(turn).toBeGreaterThan(10);
      expect(stays.map((id) => met.filter((one) => one === id).length)).toEqual(stays.map(() => 1));
      // The incrementally updated order equals a full sort.
      const kept = (await allOf(other, 'LastName')).map((record) => String(record['LastName']).toLowerCase());
      expect(kept).toEqual([...kept].sort());
      expect(kept).toHaveLength([...other.likeness.records('Lead')].length);
    } finally {
      await other.close();
    }
  });

  it('sorts many records over several requests, and then at once', async () => {
    const other = await serve();
    try {
      const rows = Array.from({ length: MOST_LOOKED_AT + 50 }, (_, i) => ({ LastName: `N ${i % 999}`, Company: 'X' }));
      await other.likeness.importBatch('Lead', rows, { check: false }, { clientId: 'test' });
      const asked = { objectType: 'Lead', orderBy: 'LastName', offset: 30, pageSize: 3 };
      const first = await other.likeness.query(asked);
      expect(first.records).toEqual([]);
      expect(first.prepared).toBeCloseTo(MOST_LOOKED_AT / rows.length, 2);
      const { offset, ...rest } = asked;
      const then = await other.likeness.query({ ...rest, after: first.next! });
      expect([then.position, then.prepared, then.records.length]).toEqual([offset, undefined, 3]);
      expect((await other.likeness.query(asked)).records).toEqual(then.records);
    } finally {
      await other.close();
    }
  });

  it('refuses what cannot be sorted by or begun at, as documented', async () => {
    const documented = await Documented.by(served);
    const elsewhere = expected('Id')[0]!.replace('00Q', '003');
    const cases: [Record<string, string>, number, RegExp][] = [
      [{ orderBy: 'LastName DESC' }, 200, /"position":0/],
      [{ orderBy: 'Lastnme' }, 400, /Did you mean 'LastName'/],
      [{ orderBy: 'LastName SIDEWAYS' }, 400, /orderBy: expected a field/],
      [{ orderBy: 'Description' }, 400, /long text/],
      [{ orderBy: 'LastName', after: 'nonsense' }, 400, /after: expected/],
      [{ orderBy: 'LastName', after: expected('Id')[0]! }, 400, /after: expected/],
      [{ orderBy: 'LastName', from: elsewhere }, 400, /from: /],
      [{ offset: '1', from: expected('Id')[0]! }, 400, /at most one of/],
      [{ offset: '1', where: 'LastName != null' }, 400, /`offset` cannot be used/],
      [{ offset: '-1' }, 400, /offset/],
    ];
    for (const [parameters, status, text] of cases) {
      const reply = await ask(parameters);
      expect([reply.status, JSON.stringify(parameters)], reply.text).toEqual([status, JSON.stringify(parameters)]);
      expect(reply.text).toMatch(text);
      expect(documented.faults(reply, QUERY, 'get')).toEqual([]);
    }
  });
});

async function allOf({ likeness }: Served, orderBy: string): Promise<Record<string, unknown>[]> {
  const { records } = await likeness.query({ objectType: 'Lead', orderBy, pageSize: 1_000 });
  return records;
}
