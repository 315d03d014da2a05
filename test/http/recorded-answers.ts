import { expect, vi } from 'vitest';
import { operationFinder } from '../fuzz/operations.js';
import { Documented } from './documented.js';
import { serve, SEARCH, UPSERT, EXPLAIN, TOKEN, type Reply, type Served, BASE } from './serve.js';

const DATA = '/services/data/v60.0/sobjects';

/** Recorded headers. Other headers (dates, lengths, positions) differ between runs. */
const HEADERS = [
  ...['content-type', 'content-disposition', 'allow', 'www-authenticate', 'location', 'warning', 'retry-after'],
  'cache-control',
];

/** Values that differ between runs. Equal values get equal labels, so a wrong record in a response is noticed. */
const VARIABLE: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['locator', /(?<="next":")[^"/]{20,}(?=")/g],
  ['token', /eyJ[\w-]+\.[\w-]+\.[\w-]+/g],
  ['uuid', /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g],
  ['time', /\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+0000)/g],
  ['day', /\b20\d\d-\d\d-\d\d\b/g],
  ['id', /\b[0-9a-zA-Z]{3}LK[0-9a-zA-Z]{13}\b/g],
  ['id', /\b(?:001|003|00Q|00v|005|701|a00)[0-9a-zA-Z]{15}\b/g],
  ['digest', /\b[0-9a-f]{16,64}\b/g],
  ['digest', /(?<="(?:version|signature)":")[\w+/=-]{16,}(?=")/g],
  ['origin', /http:\/\/127\.0\.0\.1:\d+/g],
  ['moment', /\b1[6-9]\d{11}\b/g],
  ['user', /\btest-[0-9a-f]{8}(?=@)/g],
  ['client', /\b3MVG9[\w.-]+|\blk_[\w-]{8,}/g],
];

/** Members with times, memory sizes or work order, which depend on the machine. */
const UNSTABLE = /"(?:position|lag|uptime|milliseconds|seconds|startedAt|age)":[\d.]+/g;

/** Node 22 and later also report the line of a JSON error. */
const LINE_OF_FAULT = / \(line \d+ column \d+\)/g;

/** Only nodes on a database report which node decides. */
const ON_NODES = /"decider":\{[^}]*\},/g;

/** Kinds with one label for all values: times of changes, and the responding node, vary by chance. */
const ONE_LABEL: ReadonlySet<string> = new Set(['time', 'day', 'moment', 'origin']);

class Labels {
  readonly #known = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  constructor(private readonly fixed: ReadonlyMap<string, string>) {}

  apply(text: string): string {
    let out = text.replace(UNSTABLE, (found) => `${found.slice(0, found.indexOf(':'))}:0`).replace(ON_NODES, '');
    out = out.replace(LINE_OF_FAULT, '');
    for (const [value, label] of this.fixed) out = out.replaceAll(value, label);
    for (const [kind, pattern] of VARIABLE) out = out.replace(pattern, (found) => this.#label(kind, found));
    return out;
  }

  #label(kind: string, value: string): string {
    if (ONE_LABEL.has(kind)) return `<${kind}>`;
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    const number = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, number);
    const label = `<${kind} ${number}>`;
    this.#known.set(value, label);
    return label;
  }
}

const SCENARIO = {
  ...{ id: 'contact-mail', name: 'Contact by mail', object: 'Contact', threshold: 90, usage: ['restSearch'] },
  fields: [{ field: 'Email', method: 'email', weight: 50 }],
};

const FILES = {
  'objects.json': [
    {
      name: 'Invoice__c',
      keyPrefix: 'a00',
      fields: [
        { name: 'Number__c', type: 'autoNumber', autoNumber: 'INV-{00000}' },
        { name: 'Amount__c', type: 'currency' },
        { name: 'Account__c', type: 'reference', referenceTo: ['Account'] },
        { name: 'Gross__c', type: 'formula', formula: 'Amount__c * 1.19', returns: 'number' },
      ],
    },
    {
      ...{ name: 'Account', keyPrefix: '001' },
      fields: [
        {
          ...{ name: 'Invoiced__c', type: 'summary' },
          summary: { object: 'Invoice__c', referenceField: 'Account__c', operation: 'sum', field: 'Amount__c' },
        },
      ],
    },
  ],
  'filters.json': [{ developerName: 'Dublin', object: 'Contact', condition: "MailingCity = 'Dublin'" }],
  'cross-object.json': [
    { from: 'Lead', to: 'Contact', enabled: true, fields: { LastName: 'LastName', Email: 'Email' } },
  ],
};

const ADA = {
  ...{ FirstName: 'Ada', LastName: 'Lovelace', Email: 'ada@lovelace.example', Phone: '+353 1 234 5678' },
  ...{ MailingCity: 'Dublin', Birthdate: '1985-12-10' },
};
const BOB = { FirstName: 'Bob', LastName: 'Miller', Email: 'bob.miller@mill.example', MailingCity: 'Cork' };
const CSV = `First name,Last name,E-mail,City
Ada,Lovelace,ada@lovelace.example,Dublin
Grace,Hopper,grace@navy.example,Arlington
Grase,Hopper,grace@navy.example,Arlington
,,nobody@nowhere.example,Nowhere
`;

export interface Exchange {
  readonly request: string;
  /** The body, if it is JSON. */
  readonly sent?: unknown;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body as JSON or, if it is not JSON, as text. Absent if there is no body. */
  readonly answer?: unknown;
}

/**
 * Sends every kind of request once, in a fixed order, to a new service, and checks each response against the service's
 * OpenAPI document.
 *
 * @returns requests and responses by kind, with labels for values that differ between runs
 */
export async function recordAnswers(): Promise<Readonly<Record<string, readonly Exchange[]>>> {
  const served = await serve({ files: FILES });
  try {
    return await new Recording(served, await Documented.by(served)).run();
  } finally {
    await served.close();
  }
}

class Recording {
  readonly #exchanges: Record<string, Exchange[]> = {};
  #recorded: Exchange[] = [];
  /** Whether only one node is used: two nodes in one process do not share jobs, files and scenarios. */
  #isForFirst = false;
  /** Ids of created records. */
  #made = { ada: '', account: '' };
  readonly #labels: Labels;

  readonly #find: ReturnType<typeof operationFinder>;

  constructor(
    private readonly served: Served,
    private readonly documented: Documented,
  ) {
    this.#find = operationFinder(documented.document);
    const { client_id, client_secret } = served.client;
    this.#labels = new Labels(
      new Map([
        [client_id, '<own client>'],
        [client_secret, '<own secret>'],
      ]),
    );
  }

  async run(): Promise<Readonly<Record<string, readonly Exchange[]>>> {
    const kinds = {
      upsert: () => this.#upserts(),
      search: () => this.#searches(),
      records: () => this.#records(),
      logins: () => this.#logins(),
      review: () => this.#review(),
      scenarios: () => this.#scenarios(),
      files: () => this.#files(),
      refusals: () => this.#refusals(),
    };
    for (const [kind, ask] of Object.entries(kinds)) {
      this.#exchanges[kind] = this.#recorded = [];
      await ask();
    }
    return this.#exchanges;
  }

  async #ask(method: string, path: string, body?: unknown, headers: Record<string, string | undefined> = {}) {
    const isText = typeof body === 'string';
    const type = body !== undefined && { 'content-type': isText ? 'text/csv' : 'application/json' };
    const reply = await this.#call(method, path, {
      ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
      headers: { ...type, ...headers },
    });
    const [operation, verb] = [this.#find(path), method.toLowerCase()];
    if (operation?.verbs.includes(verb))
      expect(this.documented.faults(reply, operation.path, verb), `${method} ${path}`).toEqual([]);
    const isJson = reply.headers.get('content-type')?.startsWith('application/json') ?? false;
    const asked = JSON.stringify({
      request: `${method} ${path}`,
      ...(body !== undefined && !isText && { sent: body }),
      status: reply.status,
      headers: this.#headers(reply),
    });
    const answer = reply.text !== '' && `,"answer":${isJson ? reply.text : JSON.stringify(reply.text)}`;
    this.#recorded.push(JSON.parse(this.#labels.apply(`${asked.slice(0, -1)}${answer || ''}}`)) as Exchange);
    return reply;
  }

  #call(method: string, path: string, options: Parameters<Served['call']>[2] = {}): Promise<Reply> {
    return this.served.call(method, path, options, this.#isForFirst);
  }

  #headers({ headers }: Reply): Record<string, string> {
    return Object.fromEntries(HEADERS.filter((name) => headers.has(name)).map((name) => [name, headers.get(name)!]));
  }

  async #upsert(objectType: string, objectData: object, more: object = {}, headers: Record<string, string> = {}) {
    const input = { objectType, duplicateCheck: true, objectData, ...more };
    return (await this.#ask('POST', UPSERT, { input }, headers)).body;
  }

  async #upserts(): Promise<void> {
    const ada = (await this.#upsert('Contact', ADA)).objectId;
    await this.#upsert('Contact', { ...ADA, FirstName: 'Adah', Title: 'Countess' });
    await this.#upsert('Contact', BOB, {}, { 'idempotency-key': 'one' });
    await this.#upsert('Contact', BOB, {}, { 'idempotency-key': 'one' });
    await this.#upsert('Contact', { ...BOB, LastName: 'Other' }, {}, { 'idempotency-key': 'one' });
    // A twin brother: the contradiction prevents an update.
    await this.#upsert('Contact', { ...ADA, FirstName: 'Charles', Birthdate: '1991-01-26' });
    const related = (amount: unknown, duplicateCheck = false) => ({
      ...{ objectType: 'Invoice__c', referenceField: 'Account__c', duplicateCheck },
      objectData: { Amount__c: amount },
    });
    const account = { Name: 'Harbour Tools Ltd', Phone: '+353 1 555 0100', BillingCity: 'Dublin' };
    const made = await this.#upsert('Account', account, { relatedList: [related(100), related('42'), related(true)] });
    await this.#upsert('Account', account, { relatedList: [related(7), related('seven')], allOrNone: true });
    await this.#upsert('Account', { ...account, Phone: null }, { duplicateScore: 100 });
    await this.#upsert('Invoice__c', { Amount__c: 12.5 });
    await this.#upsert('Contact', { FirstName: 'Nobody' });
    await this.#upsert('Contact', { LastName: 'X', Emial: 'x@y.example' });
    await this.#upsert('Nothing', { LastName: 'X' });
    await this.#upsert('Contact', { Id: ada, Title: null });
    await this.#upsert('Contact', { Id: '003000000000000AAA', Title: null });
    await this.#upsert('Contact', { ...BOB, FirstName: 'B' }, { scenarioIds: ['contact-default'] });
    await this.#upsert('Contact', { ...BOB, FirstName: 'B' }, { scenarioIds: ['none'] });
    await this.#upsert('Lead', { LastName: 'Lovelace', Company: 'Engines', Email: 'ada@lovelace.example' });

    this.#made = { ada, account: made.objectId };
  }

  async #searches(): Promise<void> {
    const { ada } = this.#made;
    const search = (more: object, objectPrefix = '003') => this.#ask('POST', SEARCH, { objectPrefix, ...more });
    await search({ objectData: { LastName: 'Lovelase', Email: 'ada@lovelace.example' } });
    await search({ objectData: { LastName: 'Lovelace', FirstName: 'Ada' }, filterDeveloperName: 'Dublin' });
    await search({ objectData: { LastName: 'Lovelace', Email: 'ada@lovelace.example' } }, '00Q');
    await search({ objectData: { Name: 'Harbor Tools', Phone: '+35315550100' } }, '001');
    await search({ objectData: {} });
    await search({ objectData: { Emial: 'x' } });
    await search({ objectData: { LastName: 'X' }, filterDeveloperName: 'Cork' });
    await search({ objectData: { LastName: 'X' } }, 'zzz');
    await this.#ask('POST', EXPLAIN, { objectPrefix: '003', objectData: { ...ADA, FirstName: 'Ida' }, recordId: ada });
    const nothing = { objectPrefix: '003', objectData: {} };
    await this.#ask('POST', EXPLAIN, nothing);
    await this.#ask('POST', EXPLAIN, { ...nothing, otherData: BOB, scenarioIds: ['contact-default'] });
  }

  async #records(): Promise<void> {
    const { ada, account } = this.#made;
    await this.#ask('GET', `${DATA}/Contact/${ada}`);
    await this.#ask('GET', `${DATA}/Account/${account}`);
    await this.#ask('GET', `${DATA}/Contact/003000000000000AAA`);
    await this.#ask('GET', `${BASE}/records?objectType=Invoice__c`);
    await this.#ask('GET', `${BASE}/query?objectType=Contact&pageSize=2&orderBy=LastName`);
    await this.#ask('GET', `${BASE}/query?objectType=Contact&where=${encodeURIComponent("LastName LIKE 'L%'")}`);
    await this.#ask('GET', `${BASE}/query?objectType=Contact&where=${encodeURIComponent('LastName = ')}`);
    const history = await this.#ask('GET', `${BASE}/history/${ada}`);
    for (const rest of [`${ada}?pageSize=0`, 'x']) await this.#ask('GET', `${BASE}/history/${rest}`);
    await this.#ask('POST', `${BASE}/undo/__proto__`);
    const { records } = history.body as unknown as { records: { id: string }[] };
    await this.#ask('POST', `${BASE}/undo/${records[0]!.id}`);
    await this.#ask('POST', `${BASE}/undo/${records[0]!.id}`);
    const away = (await this.#upsert('Lead', { LastName: 'Away', Company: 'Gone' })).objectId;
    await this.#ask('DELETE', `${DATA}/Lead/${away}`);
    await this.#ask('GET', `${DATA}/Lead/${away}`);
    await this.#ask('DELETE', `${DATA}/Lead/${away}`);
    await this.#ask('GET', DATA);
    await this.#ask('GET', `${DATA}/Invoice__c/describe`);
    await this.#ask('GET', `${DATA}/Nothing/describe`);
    await this.#ask('GET', '/services/data');
    await this.#ask('GET', '/services/data/v60.0');
  }

  async #logins(): Promise<void> {
    const { client_id, client_secret } = this.served.client;
    const form = (values: Record<string, string>) =>
      this.#ask('POST', TOKEN, new URLSearchParams(values).toString(), {
        authorization: undefined,
        'content-type': 'application/x-www-form-urlencoded',
      });
    await form({ grant_type: 'client_credentials', client_id, client_secret });
    await form({ grant_type: 'client_credentials', client_id, client_secret: 'wrong' });
    await form({ grant_type: 'client_credentials', client_id: 'nobody', client_secret: 'wrong' });
    await form({ grant_type: 'password', client_id, client_secret });
    await form({ client_id });
    await this.#ask('GET', '/services/oauth2/userinfo');
    await this.#ask('GET', '/services/oauth2/providers');
    await this.#ask('GET', '/services/oauth2/session');
    const limited = this.served.addClient({ scopes: ['search'], objects: ['Lead'] });
    const authorization = `Bearer ${this.served.auth.issueToken(limited.client_id)}`;
    await this.#ask('GET', `${BASE}/query?objectType=Contact`, undefined, { authorization });
    await this.#ask('POST', SEARCH, { objectPrefix: '003', objectData: { LastName: 'X' } }, { authorization });
    const unlicensed = this.served.addClient({ licence: { state: 'none' } });
    const withoutLicense = { authorization: `Bearer ${this.served.auth.issueToken(unlicensed.client_id)}` };
    await this.#ask('GET', `${BASE}/query?objectType=Contact`, undefined, withoutLicense);
  }

  async #review(): Promise<void> {
    const create = async (more: object) => {
      const objectData = { LastName: 'Doe', Company: 'Example', ...more };
      const body = JSON.stringify({ input: { objectType: 'Lead', objectData } });
      const made = await this.#call('POST', UPSERT, { body, headers: { 'content-type': 'application/json' } });
      return made.body.objectId;
    };
    const [one, two, three] = [
      await create({ FirstName: 'Jo', Email: 'jo@doe.example' }),
      await create({ FirstName: 'Joe', Email: 'jo@doe.example' }),
      await create({ FirstName: 'Jan', Email: 'jan@doe.example', Phone: '+353 1 555 0177' }),
      await create({ FirstName: 'Jan', Email: 'jan@doe.example', Phone: '+353 1 555 0177' }),
    ] as [string, string, string, string];
    await this.#upsert('Lead', { LastName: 'Doe', FirstName: 'Jo', Company: 'Example' }, { duplicateScore: 100 });
    await this.#ask('GET', `${BASE}/suspectedPairs?objectType=Lead`);
    await this.#ask('GET', `${BASE}/suspectedPairs?objectType=Contact&pageSize=1`);
    await this.#ask('POST', `${BASE}/decisions`, { verdict: 'notDuplicate', recordIds: [one, three] });
    const later = await this.#ask('POST', `${BASE}/decisions`, { verdict: 'later', recordIds: [one, two] });
    await this.#ask('GET', `${BASE}/decisions?recordId=${one}`);
    await this.#ask('GET', `${BASE}/decisionCounts?objectType=Lead`);
    await this.#ask('DELETE', `${BASE}/decisions/${(later.body as unknown as { id: string }).id}`);
    await this.#ask('POST', `${BASE}/merge`, { objectType: 'Lead', ids: [one, two], dryRun: true });
    await this.#ask('POST', `${BASE}/merge`, { objectType: 'Lead', ids: [one, two] });
    await this.#ask('GET', `${BASE}/crosswalk?objectType=Lead`);
    await this.#ask('GET', `${BASE}/history/${one}?pageSize=1`);
    this.#isForFirst = true;
    const job = await this.#ask('POST', `${BASE}/jobs`, { objectType: 'Lead' });
    const { id } = job.body as unknown as { id: string };
    await this.#until(`${BASE}/jobs/${id}`, /"status":"completed"/);
    await this.#ask('GET', `${BASE}/jobs/${id}`);
    await this.#ask('GET', `${BASE}/jobs`);
    await this.#ask('GET', `${BASE}/jobs/${id}/pairs`);
    await this.#ask('GET', `${BASE}/groups?jobId=${id}`);
    await this.#ask('POST', `${BASE}/jobs/${id}/undo`);
    await this.#ask('GET', `${BASE}/activity?days=1`);
    await this.#ask('GET', `${BASE}/auditEntries?pageSize=3`);
  }

  async #scenarios(): Promise<void> {
    await this.#ask('GET', `${BASE}/scenarios`);
    await this.#ask('GET', `${BASE}/scenarios/proposals`);
    await this.#ask('GET', `${BASE}/scenarios/definitions/contact-default`);
    await this.#ask('POST', `${BASE}/scenarios/preview`, { scenario: SCENARIO });
    await this.#ask('POST', `${BASE}/scenarios/definitions/contact-mail`, { scenario: SCENARIO, version: null });
    await this.#ask('GET', `${BASE}/scenarios/definitions/contact-mail/versions`);
    await this.#ask('POST', `${BASE}/scenarios/definitions/contact-mail`, { scenario: SCENARIO, version: 'old' });
    await this.#ask('GET', `${BASE}/webhooks`);
    await this.#ask('GET', `${BASE}/webhooks/none/deadLetters`);
    await this.#ask('POST', `${BASE}/configuration/reload`);
  }

  async #files(): Promise<void> {
    const sent = await this.#ask('POST', `${BASE}/files?name=people.csv`, CSV, {
      'content-type': 'application/octet-stream',
    });
    const { id, inspection } = sent.body as unknown as { id: string; inspection: { mapping: unknown } };
    const run = async (action: string) => {
      const task = { action, objectType: 'Contact', mapping: inspection.mapping };
      await this.#ask('POST', `${BASE}/files/${id}/run`, task);
      await this.#until(`${BASE}/files/${id}`, /"status":"(?:completed|failed)"/);
      await this.#ask('GET', `${BASE}/files/${id}`);
    };
    await run('dryRun');
    await run('import');
    await this.#ask('GET', `${BASE}/files/${id}/results/rejects.csv`);
    await this.#ask('GET', `${BASE}/files`);
    await this.#ask('GET', `${BASE}/uploads`);
    await this.#ask('DELETE', `${BASE}/files/${id}`);
    await this.#ask('GET', `${BASE}/files/${id}`);
  }

  async #refusals(): Promise<void> {
    this.#isForFirst = false;
    await this.#ask('GET', '/services/nothing');
    await this.#ask('GET', UPSERT);
    await this.#ask('OPTIONS', UPSERT);
    await this.#ask('POST', UPSERT, '{', { 'content-type': 'application/json' });
    await this.#ask('POST', UPSERT, 'a,b');
    await this.#ask('POST', UPSERT, { input: { objectType: 'Lead' } });
    await this.#ask('POST', UPSERT, { input: { objectType: 'Lead', objectData: {}, other: 1 } });
    await this.#ask('POST', SEARCH, { objectPrefix: '003' }, { authorization: undefined });
    await this.#ask('POST', SEARCH, { objectPrefix: '003' }, { authorization: 'Bearer x.y.z' });
    await this.#ask('GET', '/healthz');
    await this.#ask('GET', '/readyz');
  }

  /** Requests without recording until the response matches, because the number of attempts depends on the machine. */
  async #until(path: string, wanted: RegExp): Promise<void> {
    await vi.waitFor(
      async () => {
        const { text } = await this.#call('GET', path);
        if (!wanted.test(text)) throw new Error(`GET ${path}: ${text}`);
      },
      { interval: 50 },
    );
  }
}
