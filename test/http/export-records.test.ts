import { beforeAll, describe, expect, it } from 'vitest';
import readXlsxFile from 'read-excel-file/node';
import { revokeClient, setLicence, setObjects, setScopes } from '../../src/service/auth/client-store.js';
import { Documented } from './documented.js';
import { serveForAll } from './serve.js';

const PATH = '/services/apexrest/dupcheck/records';
const MANY = 3_000;

describe('an export', () => {
  const ask = (asked: Record<string, string>, headers = {}) =>
    served.call('GET', `${PATH}?${new URLSearchParams({ objectType: 'Lead', ...asked }).toString()}`, { headers });
  const served = serveForAll();
  beforeAll(async () => {
    const rows = Array.from({ length: MANY }, (_, i) => ({
      ...{ LastName: `Name ${i}`, Company: i % 2 === 0 ? '=1+1' : '株式会社, "quoted"', AnnualRevenue: MANY - i },
      ...(i === 7 && { Email: 'seven@example.com' }),
    }));
    await served.likeness.importBatch('Lead', rows, { check: false }, { clientId: 'test' });
  });

  it('is complete, filtered, sorted and with the columns asked for, as CSV that no spreadsheet runs', async () => {
    const asked = {
      where: 'AnnualRevenue <= 2500',
      orderBy: 'AnnualRevenue',
      fields: 'lastname,Company,AnnualRevenue',
    };
    const { status, text, headers } = await ask({ ...asked, format: 'csv' });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv;charset=UTF-8');
    expect(headers.get('content-disposition')).toBe('attachment; filename="Lead.csv"');
    const lines = text
      .replace(/^\uFEFF/, '')
      .trimEnd()
      .split('\n');
    expect(lines).toHaveLength(2_501);
    expect(lines.slice(0, 3)).toEqual([
      'Last Name,Company,Annual Revenue',
      `Name ${MANY - 1},"株式会社, ""quoted""",1`,
      `Name ${MANY - 2},'=1+1,2`,
    ]);
  });

  it('is a workbook with numbers and times as such', async () => {
    const asked = { where: 'AnnualRevenue > 2990', orderBy: 'AnnualRevenue DESC', format: 'xlsx' };
    const fields = 'LastName,AnnualRevenue,CreatedDate,Email,Company';
    const query = new URLSearchParams({ objectType: 'Lead', ...asked, fields }).toString();
    const response = await fetch(`${served.url}${PATH}?${query}`, {
      headers: { Authorization: `Bearer ${served.token}` },
    });
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="Lead.xlsx"');
    const [sheet] = await readXlsxFile(Buffer.from(await response.arrayBuffer()));
    expect(sheet!.data).toHaveLength(11);
    const [header, first] = sheet!.data;
    expect(header).toEqual(['Last Name', 'Annual Revenue', 'Created Date', 'Email', 'Company']);
    expect(first).toEqual(['Name 0', MANY, expect.any(Date), null, "'=1+1"]);
    expect(sheet!.data[8]![3]).toBe('seven@example.com');
  });

  it('is NDJSON of all records, or of some and some of their fields', async () => {
    const all = await ask({});
    expect(all.text.trimEnd().split('\n')).toHaveLength(MANY);
    expect(all.headers.get('content-disposition')).toBeNull();
    const some = await ask({ where: 'Email != null', fields: 'Email' });
    expect(JSON.parse(some.text)).toMatchObject({ Email: 'seven@example.com' });
    expect(Object.keys(JSON.parse(some.text) as object).sort()).toEqual(['Email', 'Id', 'attributes']);
  });

  it('is refused before it begins: a wrong condition, field, order or form, and whoever may not, as documented', async () => {
    const documented = await Documented.by(served);
    const client = served.addClient({ scopes: ['read'] });
    const authorization = `Bearer ${served.auth.issueToken(client.client_id)}`;
    for (const [asked, status, code, headers] of [
      [{ where: 'Nothing' }, 400, 'INVALID_FILTER'],
      [{ fields: 'Nothing' }, 400, 'INVALID_FIELD'],
      [{ format: 'csv', fields: 'Id,Nothing' }, 400, 'INVALID_FIELD'],
      [{ format: 'csv', orderBy: 'Nothing' }, 400, 'INVALID_FIELD'],
      [{ format: 'pdf' }, 400, 'INVALID_QUERY_PARAMETER'],
      [{ format: 'xlsx', objectType: 'Nothing' }, 404, 'NOT_FOUND'],
      [{ format: 'csv' }, 403, 'INSUFFICIENT_ACCESS', { authorization }],
    ] as const) {
      const reply = await ask({ ...asked }, headers);
      expect([asked, reply.status, reply.error.errorCode]).toEqual([asked, status, code]);
      expect(documented.faults(reply, PATH, 'get')).toEqual([]);
    }
  });
});

describe('an export of a client ends without its last piece once the client', () => {
  const TAKEN: Readonly<Record<string, (folder: string, id: string) => void>> = {
    'is revoked': (folder, id) => revokeClient(folder, id),
    'has no license': (folder, id) => setLicence(folder, id, { state: 'revoked' }),
    'has lost the scope': (folder, id) => setScopes(folder, id, () => ['read']),
    'is kept to another object': (folder, id) => setObjects(folder, id, ['Contact']),
  };

  const served = serveForAll();
  beforeAll(async () => {
    const rows = Array.from({ length: MANY }, (_, i) => ({
      ...{ LastName: `Name ${i}`, Company: 'Doe', Description: 'x'.repeat(8_000) },
    }));
    await served.likeness.importBatch('Lead', rows, { check: false }, { clientId: 'test' });
  });

  it.each(Object.keys(TAKEN).flatMap((what) => ['ndjson', 'csv', 'xlsx'].map((format) => [what, format] as const)))(
    '%s: as %s',
    async (what, format) => {
      const { client_id: id } = served.addClient({ scopes: ['export', 'read'] });
      const authorization = `Bearer ${served.auth.issueToken(id)}`;
      const url = `${served.url}${PATH}?objectType=Lead&format=${format}`;
      const response = await fetch(url, { headers: { authorization, 'accept-encoding': 'identity' } });
      const reader = response.body!.getReader();
      expect((await reader.read()).done).toBe(false);
      TAKEN[what]!(served.dataFolder, id);
      const rest = async () => {
        while (!(await reader.read()).done);
      };
      await expect(rest()).rejects.toThrow('terminated');
    },
  );
});
