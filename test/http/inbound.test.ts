import { createHmac, randomUUID } from 'node:crypto';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadConfiguration } from '../../src/store/config/load.js';
import { parseValuePath, valueAt } from '../../src/store/config/value-path.js';
import { revokeClient } from '../../src/service/auth/client-store.js';
import { Documented } from './documented.js';
import { type Reply, serveForAll, DATA } from './serve.js';

const KEY = 'contact-form-7f3k2m9x';
const ORIGIN = 'https://www.example.com';
type Row = Record<string, unknown>;

let documented: Documented;
const clients: Record<'form' | 'hooks', string> = { form: '', hooks: '' };

async function query(soql: string): Promise<Row[]> {
  const reply = await served.call('GET', `${DATA}/query?q=${encodeURIComponent(soql)}`);
  return (JSON.parse(reply.text) as { records: Row[] }).records;
}

/** Writes the configuration after the service starts, because it names clients. */
async function configure(): Promise<void> {
  const folder = join(served.dataFolder, 'config');
  const hook = (id: string, more: object) => ({
    ...{ id, secretFile: 'secret', client: clients.hooks, object: 'Contact', fields: { LastName: 'last' } },
    ...more,
  });
  const inbound = {
    forms: [
      {
        key: KEY,
        client: clients.form,
        origins: [ORIGIN],
        fields: { '00N50000001': 'Title' },
        defaults: { LeadSource: 'Web' },
      },
      { key: 'second-form-0000', client: clients.form, origins: [ORIGIN], perMinuteAndAddress: 3 },
      { key: 'case-form-000000', client: clients.form, object: 'Case', origins: [ORIGIN] },
    ],
    hooks: [
      hook('signup', {
        style: 'typeform',
        fields: { LastName: 'form_response.answers[field.ref=last].text', Email: 'form_response.answers[1].email' },
        defaults: { LeadSource: 'Typeform' },
      }),
      hook('customers', {
        style: 'stripe',
        when: { type: ['customer.created', 'customer.updated'] },
        fields: { LastName: 'data.object.name', Email: 'data.object.email' },
      }),
      hook('issues', { style: 'github', fields: { LastName: 'sender.login' } }),
      hook('crm', {
        style: 'hubspot',
        each: 'events',
        when: { kind: 'contact' },
        duplicates: 'fillBlanks',
        fields: { LastName: 'last', Email: 'mail', Title: 'title' },
      }),
      hook('own', { style: 'standard', fields: { LastName: 'last', Email: 'mail' } }),
    ],
  };
  await writeFile(join(folder, 'inbound.json'), JSON.stringify(inbound));
  await writeFile(join(folder, 'secret'), `${SECRET}\n`);
  await chmod(join(folder, 'secret'), 0o600);
  await served.likeness.reconfigure(await loadConfiguration(folder));
}

const SECRET = `whsec_${Buffer.from('a secret of many random bytes').toString('base64')}`;

const served = serveForAll();
beforeAll(async () => {
  clients.form = served.addClient({ name: 'Contact form', scopes: ['upsert'] }).client_id;
  clients.hooks = served.addClient({ name: 'Hooks', scopes: ['upsert'] }).client_id;
  await configure();
  documented = await Documented.by(served);
});

const person = { first_name: 'Jenniffer', last_name: 'Quist', email: 'jen@quist.example', company: 'Quist Ltd' };

describe('an HTML form', () => {
  const at = `/services/forms/${KEY}`;
  const post = (values: Row | URLSearchParams, path = at, headers: Record<string, string> = {}) =>
    served.call('POST', path, {
      body: (values instanceof URLSearchParams
        ? values
        : new URLSearchParams(values as Record<string, string>)
      ).toString(),
      headers: {
        authorization: undefined,
        origin: ORIGIN,
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      },
    });
  const leads = (where: string) =>
    query(`SELECT Id, Name, Company, Email, Title, LeadSource, Description FROM Lead WHERE ${where}`);

  it("creates a lead by the platform's names and those of the configuration, and sends the browser on", async () => {
    const reply = await post({
      ...person,
      '00N50000001': 'Dr.',
      retURL: `${ORIGIN}/thanks?x=1`,
      OwnerId: '005000000000001',
      Submit: 'Send',
    });
    expect([reply.status, reply.headers.get('location')]).toEqual([303, `${ORIGIN}/thanks?x=1`]);
    expect(documented.faults(reply, '/services/forms/{formKey}', 'post')).toEqual([]);
    expect(await leads("LastName = 'Quist'")).toMatchObject([
      { Name: 'Jenniffer Quist', Company: 'Quist Ltd', Email: person.email, Title: 'Dr.', LeadSource: 'Web' },
    ]);
  });

  it('is saved once though it is sent again and again, also at the same instant', async () => {
    const twice = { ...person, last_name: 'Twice', email: 'twice@example.com' };
    const replies = await Promise.all(Array.from({ length: 5 }, () => post(twice, '/services/forms/case-form-000000')));
    expect(replies.every(({ status }) => status === 200)).toBe(true);
    expect(await query("SELECT Id FROM Case WHERE SuppliedEmail = 'twice@example.com'")).toHaveLength(1);
  });

  it('never changes what is stored: a namesake becomes a separate record, and a pair for people', async () => {
    const before = await leads("LastName = 'Quist'");
    await post({ ...person, description: 'something else', company: 'Evil Ltd' });
    const after = await leads("LastName = 'Quist'");
    expect(after).toHaveLength(2);
    expect(after[0]).toEqual(before[0]);
    const pairs = await served.call('GET', '/services/apexrest/dupcheck/suspectedPairs?objectType=Lead');
    expect(JSON.parse(pairs.text)).toMatchObject({
      records: [{ createdId: after[1]!['Id'], matchedId: after[0]!['Id'] }],
    });
  });

  it("is taken at the platform's address, several values of one name together", async () => {
    const values = new URLSearchParams({ ...person, last_name: 'Servlet', oid: KEY, description: 'one' });
    values.append('description', 'two');
    const reply = await post(values, '/servlet/servlet.WebToLead?encoding=UTF-8');
    expect([reply.status, reply.text.includes('Thank you')]).toEqual([200, true]);
    expect(documented.faults(reply, '/servlet/servlet.{kind}', 'post')).toEqual([]);
    expect(await leads("LastName = 'Servlet'")).toMatchObject([{ Description: 'one;two' }]);
    const support = { orgid: 'case-form-000000', subject: 'Help', name: 'Jen', priority: 'High' };
    expect((await post(support, '/servlet/servlet.WebToCase')).status).toBe(200);
    expect(await query("SELECT Subject, SuppliedName, Priority FROM Case WHERE Priority = 'High'")).toMatchObject([
      { Subject: 'Help', SuppliedName: 'Jen', Priority: 'High' },
    ]);
  });

  it('is dropped without a word where the input is filled in that people do not see', async () => {
    const reply = await post({ ...person, last_name: 'Robot', website_confirm: 'http://spam.example' });
    expect(reply.text).toContain('Thank you');
    expect(await leads("LastName = 'Robot'")).toEqual([]);
  });

  it.each([
    ['another origin', { origin: 'https://evil.example' }, 403],
    ['no origin', { origin: 'null' }, 403],
    ['JSON', { 'content-type': 'application/json' }, 400],
    ['a packed body', { 'content-encoding': 'gzip' }, 400],
  ])('is refused from %s', async (_name, headers, status) => {
    const reply = await post({ ...person, last_name: 'Refused' }, at, headers);
    expect(reply.status).toBe(status);
    expect(documented.faults(reply, '/services/forms/{formKey}', 'post')).toEqual([]);
    expect(await leads("LastName = 'Refused'")).toEqual([]);
  });

  it('sees on a page what is wrong, which shows nothing of what was sent as HTML', async () => {
    const reply = await post({ first_name: '<script>', company: 'x' });
    expect([reply.status, reply.headers.get('content-type')]).toEqual([400, 'text/html;charset=UTF-8']);
    expect(reply.text).toContain('Required fields are missing');
    const long = await post({ ...person, last_name: '<script>alert(1)</script>'.repeat(20) });
    expect(long.status).toBe(400);
    expect(long.text).not.toContain('<script>');
    expect((await post(person, '/services/forms/another-key-000000')).status).toBe(404);
  });

  it('redirects nobody to another site', async () => {
    const reply = await post({ ...person, last_name: 'Away', retURL: 'https://evil.example/' });
    expect([reply.status, reply.headers.get('location')]).toEqual([200, null]);
    const script = await post({ ...person, last_name: 'Away 2', retURL: 'javascript:alert(1)' });
    expect([script.status, script.headers.get('location')]).toEqual([200, null]);
  });

  it('is taken so often in a minute, and no more', async () => {
    const statuses: number[] = [];
    let last: Reply | undefined;
    for (let n = 0; n < 5; n++) {
      last = await post({ ...person, last_name: `Often ${n}` }, '/services/forms/second-form-0000');
      statuses.push(last.status);
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    expect(Number(last!.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('a webhook of another service', () => {
  const hmac = (text: string, encoding: 'hex' | 'base64', key: string | Buffer = SECRET) =>
    createHmac('sha256', key).update(text).digest(encoding);
  const now = () => Math.floor(Date.now() / 1_000);
  const send = (id: string, body: string, headers: Record<string, string>) =>
    served.call('POST', `/services/hooks/${id}`, {
      body,
      headers: { authorization: undefined, 'content-type': 'application/json', ...headers },
    });
  const contacts = (where: string) =>
    query(`SELECT Id, LastName, Email, Title, LeadSource FROM Contact WHERE ${where}`);
  const typeform = (body: string) => ({ 'typeform-signature': `sha256=${hmac(body, 'base64')}` });
  const stripe = (body: string, time = now()) => ({
    'stripe-signature': `t=${time},v0=x,v1=${hmac(`${time}.${body}`, 'hex')}`,
  });
  const standard = (body: string, id: string = randomUUID(), time = now()) => ({
    ...{ 'webhook-id': id, 'webhook-timestamp': String(time) },
    'webhook-signature': `v1,x v1,${hmac(`${id}.${time}.${body}`, 'base64', Buffer.from(SECRET.slice(6), 'base64'))}`,
  });
  const answers = (last: string, mail: string) =>
    JSON.stringify({
      event_id: `event-${last}`,
      form_response: {
        answers: [
          { field: { ref: 'last' }, text: last },
          { field: { ref: 'mail' }, email: mail },
        ],
      },
    });

  it('becomes a record by its paths, and changes nothing when it comes again', async () => {
    const body = answers('Typeform', 'typeform@example.com');
    const reply = await send('signup', body, typeform(body));
    expect(JSON.parse(reply.text)).toEqual({ received: 1, saved: 1, errors: [] });
    expect(documented.faults(reply, '/services/hooks/{hookId}', 'post')).toEqual([]);
    const [first] = await contacts("LastName = 'Typeform'");
    expect(first).toMatchObject({ Email: 'typeform@example.com', LeadSource: 'Typeform' });
    await served.call('PATCH', `${DATA}/sobjects/Contact/${String(first!['Id'])}`, {
      body: JSON.stringify({ Email: 'newer@example.com' }),
      headers: { 'content-type': 'application/json' },
    });
    expect((await send('signup', body, typeform(body))).status).toBe(200);
    expect(await contacts("LastName = 'Typeform'")).toMatchObject([{ Email: 'newer@example.com' }]);
  });

  it('counts where it is signed by the secret over its bytes, and is fresh', async () => {
    const body = JSON.stringify({
      id: 'evt_1',
      type: 'customer.created',
      data: { object: { name: 'Stripe', email: 's@x.example' } },
    });
    const wrong: [string, string, Record<string, string>][] = [
      ['customers', body, {}],
      ['customers', `${body} `, stripe(body)],
      ['customers', body, stripe(body, now() - 400)],
      ['signup', body, { 'typeform-signature': 'sha256=x' }],
      ['issues', body, { 'x-hub-signature-256': `sha256=${hmac(body, 'hex', 'other')}` }],
      ['own', body, standard(`${body}x`)],
      ['own', body, standard(body, 'a', now() - 400)],
    ];
    for (const [id, text, headers] of wrong) {
      const reply = await send(id, text, headers);
      expect([reply.status, reply.error.errorCode]).toEqual([401, 'INVALID_SIGNATURE']);
      expect(documented.faults(reply, '/services/hooks/{hookId}', 'post')).toEqual([]);
    }
    expect((await send('customers', body, stripe(body))).status).toBe(200);
    expect(await contacts("LastName = 'Stripe'")).toHaveLength(1);
  });

  it('of a kind that is not meant is answered and left out', async () => {
    const body = JSON.stringify({ id: 'evt_2', type: 'invoice.paid', data: { object: { name: 'Nobody' } } });
    expect(JSON.parse((await send('customers', body, stripe(body))).text)).toEqual({
      received: 0,
      saved: 0,
      errors: [],
    });
  });

  it('is taken from GitHub, and as Standard Webhooks, which this service sends itself', async () => {
    const body = JSON.stringify({ sender: { login: 'octocat' } });
    const signed = { 'x-hub-signature-256': `sha256=${hmac(body, 'hex')}`, 'x-github-delivery': randomUUID() };
    expect((await send('issues', body, signed)).status).toBe(200);
    const own = JSON.stringify({ last: 'Standard', mail: 'standard@example.com' });
    expect((await send('own', own, standard(own))).status).toBe(200);
    expect(await contacts("LastName IN ('octocat', 'Standard')")).toHaveLength(2);
  });

  it('of several records saves each, and only fills blanks where this is requested', async () => {
    await served.post(`${DATA}/sobjects/Contact`, { LastName: 'Hub', Email: 'hub@example.com', Title: 'Kept' });
    const events = [
      { kind: 'contact', last: 'Hub', mail: 'hub@example.com', title: 'Changed' },
      { kind: 'contact', mail: 'nameless@example.com' },
      { kind: 'deal', last: 'Deal' },
    ];
    const body = JSON.stringify({ events });
    const time = String(Date.now());
    const url = `${served.url}/services/hooks/crm`;
    const reply = await served.call(
      'POST',
      '/services/hooks/crm',
      {
        body,
        headers: {
          authorization: undefined,
          'x-hubspot-request-timestamp': time,
          'x-hubspot-signature-v3': hmac(`POST${url}${body}${time}`, 'base64'),
        },
      },
      true,
    );
    expect(JSON.parse(reply.text)).toMatchObject({ received: 2, saved: 1 });
    expect(await contacts("LastName IN ('Hub', 'Deal')")).toMatchObject([{ Title: 'Kept' }]);
  });

  it.each(['', '[', '{"a":1,"a":2}', '['.repeat(100)])('is refused where it is no JSON: %s', async (body) => {
    expect((await send('own', body, standard(body))).status).toBe(400);
  });

  it('is not open where its client is not, or where it is not configured', async () => {
    const body = JSON.stringify({ last: 'Late' });
    expect((await send('nothing', body, {})).status).toBe(404);
    revokeClient(served.dataFolder, clients.hooks);
    const reply = await send('own', body, standard(body));
    expect([reply.status, reply.error.errorCode]).toEqual([403, 'INSUFFICIENT_ACCESS']);
    expect(await contacts("LastName = 'Late'")).toEqual([]);
  });
});

describe('a path of a value', () => {
  const value = { a: { 'b c': [1, { d: 2, e: { f: 'x' } }] }, list: [{ k: 'y', v: 7 }] };
  it.each([
    ['a.b c[0]', 1],
    ['a.b c[1].d', 2],
    ['a.b c[e.f=x].d', 2],
    ['list[k=y].v', 7],
    ['list[k=z].v', undefined],
    ['a.toString', undefined],
    ['a.b c[9].d', undefined],
  ])('%s', (path, expected) => expect(valueAt(value, parseValuePath(path) as never)).toBe(expected));
  it.each(['', '.a', 'a.', 'a..b', 'a[', 'a[x]', 'a]b', 'a[1'])('is none: "%s"', (path) => {
    expect(parseValuePath(path)).toMatch(/^expected a path/);
  });
});

it('problems of inbound.json are reported by their places', async () => {
  const folder = join(served.dataFolder, 'config');
  const form = { key: 'x'.repeat(16), client: '0'.repeat(32), origins: ['https://a.example/'] };
  await writeFile(join(folder, 'inbound.json'), JSON.stringify({ forms: [form] }));
  await expect(loadConfiguration(folder)).rejects.toThrow('expected an origin');
  const hook = {
    id: 'h',
    style: 'github',
    secretFile: 's',
    client: '0'.repeat(32),
    object: 'Led',
    fields: { X: 'a..b' },
  };
  await writeFile(join(folder, 'inbound.json'), JSON.stringify({ hooks: [hook, { ...hook, object: 'Lead' }] }));
  await expect(loadConfiguration(folder)).rejects.toThrow(
    /unknown object Led[^]*given twice|given twice[^]*unknown object Led/,
  );
});
