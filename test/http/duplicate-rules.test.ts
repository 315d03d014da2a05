import { beforeAll, describe, expect, it } from 'vitest';
import { Documented } from './documented.js';
import { type Reply, serveForAll, DATA } from './serve.js';

const RECORD = '/services/data/{version}/sobjects/{objectType}/{recordId}';
const field = { name: 'Number__c', type: 'string', length: 20, externalId: true };
const files = {
  'objects.json': [
    { name: 'Contact', keyPrefix: '003', fields: [field], duplicateRule: 'report' },
    { name: 'Lead', keyPrefix: '00Q', fields: [field], duplicateRule: 'block' },
  ],
};
const person = { FirstName: 'Jenniffer', LastName: 'Quist', Email: 'jenniffer.quist@example.com' };
const lead = { ...person, Company: 'Quist Ltd' };

describe('records that are created as they are told', () => {
  const served = serveForAll({ files });

  const send = (method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply> =>
    served.send(method, `${DATA}/${path}`, body, headers);
  const idOf = ({ text }: Reply) => (JSON.parse(text) as { id: string }).id;
  const pairs = async () => {
    const { text } = await served.call('GET', '/services/apexrest/dupcheck/suspectedPairs?objectType=Contact');
    return (JSON.parse(text) as { records: { createdId: string; matchedId: string }[] }).records;
  };

  it('are kept next to their duplicate as a pair for people, where their object reports duplicates', async () => {
    const first = idOf(await send('POST', 'sobjects/Contact', person));
    expect(await pairs()).toEqual([]);
    const reply = await send('POST', 'sobjects/Contact', person);
    expect(reply.status).toBe(201);
    expect(await pairs()).toMatchObject([{ createdId: idOf(reply), matchedId: first }]);
    const history = await served.call('GET', `/services/apexrest/dupcheck/history/${idOf(reply)}`);
    expect(history.text).toContain('"reason":"reported"');
  });

  it('are refused, whatever the header says, if their object blocks duplicates', async () => {
    expect((await send('POST', 'sobjects/Lead', lead)).status).toBe(201);
    for (const headers of [{}, { 'Sforce-Duplicate-Rule-Header': 'allowSave=true' }] as Record<string, string>[]) {
      const reply = await send('POST', 'sobjects/Lead', lead, headers);
      expect([reply.status, reply.error.errorCode]).toEqual([400, 'DUPLICATES_DETECTED']);
      expect(reply.text).toContain('"allowSave":false');
    }
    const byNumber = await send('PATCH', 'sobjects/Lead/Number__c/7', lead);
    expect([byNumber.status, byNumber.error.errorCode]).toEqual([400, 'DUPLICATES_DETECTED']);
    const records = [lead, { ...lead, FirstName: 'Otto', LastName: 'Nemo', Email: 'otto@nemo.example' }].map((one) => ({
      attributes: { type: 'Lead' },
      ...one,
    }));
    const saved = await send('POST', 'composite/sobjects', { records });
    expect((JSON.parse(saved.text) as { success: boolean }[]).map(({ success }) => success)).toEqual([false, true]);
  });
});

describe('a request that rests on a state of a record', () => {
  let documented: Documented;
  const served = serveForAll();
  beforeAll(async () => {
    documented = await Documented.by(served);
  });

  const at = async () => {
    const reply = await served.post(`${DATA}/sobjects/Contact`, person);
    const path = `${DATA}/sobjects/Contact/${(JSON.parse(reply.text) as { id: string }).id}`;
    const { headers } = await served.call('GET', path);
    return { path, tag: headers.get('etag')!, modified: headers.get('last-modified')! };
  };
  const change = (path: string, headers: Record<string, string>, Title = 'Dr.') =>
    served.call('PATCH', path, {
      body: JSON.stringify({ Title }),
      headers: { 'content-type': 'application/json', ...headers },
    });
  const past = 'Mon, 01 Jan 2024 00:00:00 GMT';

  it('learns that nothing has changed, by tag or by time', async () => {
    const { path, tag, modified } = await at();
    for (const headers of [{ 'if-none-match': tag }, { 'if-modified-since': modified }] as Record<string, string>[]) {
      const reply = await served.call('GET', path, { headers });
      expect([reply.status, reply.text]).toEqual([304, '']);
      expect(documented.faults(reply, RECORD, 'get')).toEqual([]);
    }
    expect((await served.call('GET', path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
    expect((await served.call('GET', path, { headers: { 'if-modified-since': past } })).status).toBe(200);
    expect((await served.call('GET', path, { headers: { 'if-match': '"other"' } })).status).toBe(412);
    await change(path, {});
    expect((await served.call('GET', path, { headers: { 'if-none-match': tag } })).status).toBe(200);
  });

  it('changes it in that state alone: of many at the same instant one is done', async () => {
    const { path, tag } = await at();
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, n) => change(path, { 'if-match': tag }, `Title ${n}`)),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([204, ...Array.from({ length: 9 }, () => 412)]);
    const refused = replies.find(({ status }) => status === 412)!;
    expect(refused.error.errorCode).toBe('PRECONDITION_FAILED');
    expect(documented.faults(refused, RECORD, 'patch')).toEqual([]);
    const gone = await served.call('DELETE', path, { headers: { 'if-match': tag } });
    expect(gone.status).toBe(412);
    expect(documented.faults(gone, RECORD, 'delete')).toEqual([]);
    expect((await change(path, { 'if-unmodified-since': past })).status).toBe(412);
    expect((await change(path, { 'if-match': '*' })).status).toBe(204);
    expect((await change(path, { 'if-unmodified-since': 'soon' })).status).toBe(400);
    const { headers } = await served.call('GET', path);
    const last = await served.call('DELETE', path, { headers: { 'if-match': headers.get('etag')! } });
    expect(last.status).toBe(204);
  });
});
