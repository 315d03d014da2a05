import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { packedWorkbook } from '../files/read/workbook.js';
import { mount } from '../support/mount.js';
import { needs } from '../support/needs.js';
import { done, json, newToken } from '../support/command-line.js';
import { post, serve } from '../support/program.js';
import { fileIn, newFolder } from '../support/temporary-folder.js';
import { TreeWatch } from './process-tree.js';
import { rawConnection, type RawConnection } from './raw-connection.js';

const PRODUCT = '/services/apexrest/dupcheck';
const BODY_LIMIT = 20_000;
const UPLOAD_LIMIT = 2_000_000;
const FORM_LIMIT = 65_536;
/** Maximum bytes of all processes of the service together. */
const MOST_MEMORY = 1_000_000_000;

/** Starts a service process, with two clients. */
async function started(data: string, settings: object = {}) {
  const token = await newToken(data);
  const { client_id } = await json<{ client_id: string }>([
    ...['client', 'add', 'other', '--all-scopes', '--json', '--data', data],
  ]);
  const other = (await done(['token', '--client', client_id, '--data', data])).trim();
  const config = newFolder();
  fileIn(config, 'settings.json', JSON.stringify({ bodyLimit: BODY_LIMIT, uploadLimit: UPLOAD_LIMIT, ...settings }));
  const service = await serve(data, ['--config', config]);
  const send = (by: string, name: string, body: string | Buffer) =>
    fetch(`${service.url}${PRODUCT}/files?name=${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${by}`, 'content-type': 'application/octet-stream' },
      body,
    });
  return { service, token, other, data, send, port: Number(new URL(service.url).port) };
}
type Started = Awaited<ReturnType<typeof started>>;

/** Another client uploads and deletes a small file. */
async function othersUpload(target: Started): Promise<void> {
  const sent = await target.send(target.other, 'small.csv', 'LastName\nDoe\n');
  expect(sent.status, await sent.clone().text()).toBe(201);
  await remove(target, target.other, ((await sent.json()) as { id: string }).id);
}

async function remove({ service }: Started, by: string, id: string): Promise<void> {
  const headers = { authorization: `Bearer ${by}` };
  const gone = await fetch(`${service.url}${PRODUCT}/files/${id}`, { method: 'DELETE', headers });
  expect(gone.status).toBe(204);
}

/** A search, which is cheaper than an upload. */
async function othersSearch({ service, other }: Started): Promise<void> {
  const { status } = await post(service.url, 'dc3Api/search', other, { objectPrefix: '003', objectData: {} });
  expect(status).toBe(200);
}

const alive = ({ service }: Started): boolean =>
  service.process.exitCode === null && service.process.signalCode === null;
/** All stored and incoming files, except the file with the last number. */
const filesOf = ({ data }: Started): string[] =>
  ['files', 'files/arriving', 'files-on-their-way'].flatMap((folder) =>
    readdirSync(join(data, folder)).filter((name) => name !== 'arriving' && name !== 'last.json'),
  );

describe.skipIf(process.platform !== 'linux')('hostile bodies and files', () => {
  let target: Started;
  let watch: TreeWatch;
  beforeAll(async () => {
    target = await started(newFolder());
    await othersUpload(target);
    watch = new TreeWatch(target.service.process.pid!);
  });
  afterAll(async () => {
    expect(watch.end()).toBeLessThan(MOST_MEMORY);
    expect(await target.service.stop()).toBe(0);
    expect(target.service.errors()).not.toContain('uncaught');
  });

  /** Every route that accepts a body, with its limit and its status for larger bodies. */
  const routes = [
    ['a file', `${PRODUCT}/files?name=a.csv`, 'application/octet-stream', UPLOAD_LIMIT, 413],
    ['JSON', `${PRODUCT}/dc3Api/search`, 'application/json', BODY_LIMIT, 413],
    ['a form', '/services/oauth2/token', 'application/x-www-form-urlencoded', FORM_LIMIT, 400],
  ] as const;

  describe.each(routes)('%s', (_name, path, type, limit, status) => {
    const head = (...more: string[]) =>
      [
        `POST ${path} HTTP/1.1`,
        'Host: x',
        `Authorization: Bearer ${target.token}`,
        `Content-Type: ${type}`,
        ...more,
        '\r\n',
      ].join('\r\n');
    const chunk = (bytes: number) => `${bytes.toString(16)}\r\n${'a'.repeat(bytes)}\r\n`;
    const over = chunk(10_000).repeat(Math.ceil(limit / 10_000) + 1);
    const chunked = 'Transfer-Encoding: chunked';
    const refused = async (connection: RawConnection) => {
      await expect.poll(connection.statuses).toContain(status);
      await expect.poll(connection.text).toContain(`larger than the limit of ${limit} bytes`);
    };
    const cut = (connection: RawConnection) => connection.socket.destroy();
    const closed = (connection: RawConnection) => connection.closed;

    const cases: [string, () => string, ...((connection: RawConnection) => unknown)[]][] = [
      ['more than the limit, in chunks that do not end', () => head(chunked) + over, refused, closed],
      ['more than the limit, in chunks that end', () => `${head(chunked)}${over}0\r\n\r\n`, refused],
      [
        'more than the limit, by length, whole',
        () => head(`Content-Length: ${limit + 1}`) + 'a'.repeat(limit + 1),
        refused,
      ],
      ['more than the limit, by length, never sent', () => head(`Content-Length: ${limit + 1}`), refused, closed],
      ['a length beyond all numbers', () => head(`Content-Length: 9${'0'.repeat(30)}`), closed],
      [
        'more than the limit, announced by Expect',
        () => head('Expect: 100-continue', `Content-Length: ${limit + 1}`),
        refused,
      ],
      [
        'another request behind a refused one',
        () => `${head(chunked)}${over}0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\n\r\n`,
        refused,
        (connection) => expect.poll(connection.statuses).toContain(200),
      ],
      ['cut in the middle of a refused body', () => head(chunked) + over, cut],
      ['cut behind the header', () => head(chunked), cut],
      ['cut in the middle of a chunk', () => `${head(chunked)}2710\r\n${'a'.repeat(100)}`, cut],
      ['cut before the last chunk', () => head(chunked) + chunk(100), cut],
      ['cut in the middle of a length', () => `${head('Content-Length: 1000')}a`, cut],
      ['chunks of no length', () => `${head(chunked)}zz\r\nabc\r\n`, closed],
    ];
    it.each(cases)('%s', async (_case, text, ...then) => {
      const connection = await rawConnection(target.port);
      connection.write(text());
      const meanwhile = type === 'application/octet-stream' ? othersUpload(target) : othersSearch(target);
      for (const step of then) await step(connection);
      await meanwhile;
      expect(alive(target)).toBe(true);
      await expect.poll(() => filesOf(target)).toEqual([]);
    });
  });

  it('a packed file: 415, and nothing is unpacked', async () => {
    const { service, token } = target;
    const sent = await fetch(`${service.url}${PRODUCT}/files?name=a.csv`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/octet-stream',
        'content-encoding': 'gzip',
      },
      body: gzipSync(Buffer.alloc(100_000_000)),
    });
    expect(sent.status).toBe(415);
  });

  const cell = (address: string, value = '1') => `<row r="1"><c r="${address}"><v>${value}</v></c></row>`;
  const text = (value: string) => `<c r="A1" t="inlineStr"><is><t>${value}</t></is></c>`;
  const sheet = (rows: string) => `<sheetData>${rows}</sheetData>`;
  const noise = (length: number) => randomBytes(length / 2).toString('hex');
  const many = (count: number, of: (i: number) => string) => Array.from({ length: count }, (_, i) => of(i)).join('');
  const MEMORY = /limit of \d+ MB of memory/;
  const OUTSIDE = /outside the range of an Excel sheet, which ends at XFD1048576/;
  const SPAN = /exceeds the limit of 20971520 cells/;
  const NESTED = /nested deeper than the limit of 64 levels/;
  const COLUMNS = /limit is 1000|more columns than the limit of 16384|limit of \d+ MB of memory/;

  const workbooks: [string, () => Buffer, RegExp][] = [
    ['one cell in column ZZZZZZ', () => packedWorkbook([sheet(cell('ZZZZZZ1'))]), OUTSIDE],
    ['one cell behind the last column', () => packedWorkbook([sheet(cell('XFE1'))]), OUTSIDE],
    ['one cell below the last row', () => packedWorkbook([sheet(cell('A1048577'))]), OUTSIDE],
    ['one cell in a row of twenty digits', () => packedWorkbook([sheet(cell(`A${'9'.repeat(20)}`))]), OUTSIDE],
    ['an address of small letters', () => packedWorkbook([sheet(cell('zzzz1'))]), OUTSIDE],
    ['an address in references', () => packedWorkbook([sheet(cell('&#90;&#90;&#90;&#90;1'))]), OUTSIDE],
    ['an address given twice', () => packedWorkbook([sheet('<row><c r="A1" r="ZZZZ1"><v>1</v></c></row>')]), /no XML/],
    ['an element by another prefix', () => packedWorkbook([sheet('<x:row><x:c x:r="ZZZZ1"/></x:row>')]), OUTSIDE],
    [
      'an address behind an instruction',
      () => packedWorkbook([`<?x > <!-- ?>${sheet(cell('ZZZZ1'))}<!-- -->`]),
      OUTSIDE,
    ],
    ['cells in two corners', () => packedWorkbook([sheet(cell('A1') + cell('XFD1048576'))]), /"columns"/],
    [
      'rows that all end in the last column',
      () => packedWorkbook([sheet(cell('A1')), sheet(many(2_000, (i) => cell(`XFD${i + 1}`)))]),
      SPAN,
    ],
    ['nested elements', () => packedWorkbook(['<a>'.repeat(500_000)]), NESTED],
    ['nested strings', () => packedWorkbook([sheet('')], { 'xl/sharedStrings.xml': '<r>'.repeat(500_000) }), NESTED],
    [
      'a tag without end',
      () => packedWorkbook([`<row a="${'x'.repeat(3_000_000)}`]),
      /longer than the limit of 65536 bytes/,
    ],
    [
      '40 MB of strings',
      () =>
        packedWorkbook([sheet(cell('A1'))], {
          'xl/sharedStrings.xml': `<sst>${many(400_000, (i) => `<si><t>${'x'.repeat(80)}${i}</t></si>`)}</sst>`,
        }),
      /limit of \d+ MB of memory|"columns"/,
    ],
    [
      'twenty million empty strings in 150 kB',
      () => packedWorkbook([sheet(cell('A1'))], { 'xl/sharedStrings.xml': `<sst>${'<si/>'.repeat(20_000_000)}</sst>` }),
      // On a busy machine, the time limit is reached first.
      /limit of \d+ (?:MB of memory|seconds)/,
    ],
    [
      'one cell of 20 MB',
      () => packedWorkbook([sheet(`<row r="1">${text('x'.repeat(20_000_000))}</row>`)]),
      /longer than the limit of 1048576 bytes/,
    ],
    ['17,000 columns', () => packedWorkbook([sheet(`<row>${'<c><v>1</v></c>'.repeat(17_000)}</row>`)]), /./],
  ];
  const texts: [string, string, () => string | Buffer, RegExp][] = [
    ['2,000 columns', 'a.csv', () => `${many(2_000, (i) => `c${i},`)}x\n1\n`, COLUMNS],
    ['a name of a megabyte', 'a.csv', () => `${'x'.repeat(1_000_000)},b\n1,2\n`, /"label":"x{255}","samples":\["1"\]/],
    ['a million columns', 'a.csv', () => `${','.repeat(1_000_000)}\n1\n`, COLUMNS],
    ['a million columns in quotes', 'a.csv', () => `"a"${',"b"'.repeat(400_000)}\n1\n`, COLUMNS],
    ['16,000 columns of one name', 'a.csv', () => `a${',a'.repeat(16_000)}\n1\n`, COLUMNS],
    ['a quote without end', 'a.csv', () => `a,b\n"${noise(1_900_000)}`, /unclosed quote/],
    ['one cell, and no line end', 'a.csv', () => noise(1_900_000), /./],
    ['zero bytes', 'a.csv', () => '\0'.repeat(1_900_000), /./],
    ['20,000 keys', 'a.json', () => `[{${many(20_000, (i) => `"k${i}":1,`)}"z":1}]`, COLUMNS],
    ['other keys in each row', 'a.ndjson', () => many(20_000, (i) => `{"k${i}":1}\n`), COLUMNS],
    [
      'six hundred megabytes packed into one',
      'a.csv.gz',
      () => gzipSync(Buffer.alloc(600_000_000, 'LastName\nDoe\n')),
      MEMORY,
    ],
    ['nested lists', 'a.json', () => `[{"a":${'['.repeat(900_000)}${']'.repeat(900_000)}}]`, /./],
    ['a list that is never closed', 'a.json', () => '['.repeat(1_900_000), /has no end/],
  ];
  const files: [string, string, () => string | Buffer, RegExp][] = [
    ...workbooks.map(([name, make, message]): (typeof files)[number] => [
      `a workbook: ${name}`,
      'a.xlsx',
      make,
      message,
    ]),
    ...texts,
  ];

  it.each(files)('%s', async (_case, name, make, message) => {
    const { token, send } = target;
    const [sent] = await Promise.all([send(token, name, make()), othersUpload(target)]);
    const answer = await sent.text();
    if (sent.status === 201) await remove(target, token, (JSON.parse(answer) as { id: string }).id);
    // A refusal names the limit; harmless input may be accepted.
    expect(answer).toMatch(message);
    if (sent.status !== 201) expect([sent.status, answer]).toEqual([400, expect.stringContaining('INVALID_FILE')]);
    expect(alive(target)).toBe(true);
    expect(filesOf(target)).toEqual([]);
  });
});

describe('a full disk', needs('mount'), () => {
  it('a file that does not fit gets 507 and leaves nothing; with room again it is taken', async () => {
    const data = newFolder();
    expect(mount('-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', data)).toBeUndefined();
    onTestFinished(() => void spawnSync('umount', ['-l', data]));
    const target = await started(data);
    const file = Buffer.from(`LastName\n${'Doe\n'.repeat(400_000)}`);
    for (const body of [file, file.subarray(0, 1_100_000)]) {
      const full = await target.send(target.token, 'a.csv', body);
      expect([full.status, await full.text()]).toEqual([507, expect.stringContaining('INSUFFICIENT_STORAGE')]);
      expect(filesOf(target)).toEqual([]);
    }
    expect(alive(target)).toBe(true);
    expect(mount('-o', 'remount,size=64m', data)).toBeUndefined();
    expect((await target.send(target.token, 'a.csv', file)).status).toBe(201);
    expect(await target.service.stop()).toBe(0);
  });
});
