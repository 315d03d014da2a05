import { brotliCompressSync, gzipSync } from 'node:zlib';
import { SEARCH, UPSERT } from '../harness/endpoints.js';

/** An input that a hostile client could send, and the expected status. */
export interface HostileInput {
  readonly name: string;
  readonly status: number;
  readonly path: string;
  readonly body: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  /** Bytes to read before the response; for compressed data, the uncompressed size. */
  readonly bytes: number;
}

const LIMIT = 6 * 1024 * 1024;
const TOKEN = '/services/oauth2/token';
const form = { 'content-type': 'application/x-www-form-urlencoded', authorization: '' };

const search = (objectData: object): string => JSON.stringify({ objectPrefix: '003', objectData });
const upsert = (objectData: object, more: object = {}): string =>
  JSON.stringify({ input: { objectType: 'Contact', duplicateCheck: true, objectData, ...more } });

function input(
  name: string,
  status: number,
  body: string | Uint8Array,
  more: Partial<Pick<HostileInput, 'path' | 'headers' | 'bytes'>> = {},
): HostileInput {
  return { name, status, path: SEARCH, body, bytes: Buffer.byteLength(body), ...more };
}

/** Values that are long, become long when normalized, or are very common. */
export const HOSTILE_VALUES: readonly (readonly [name: string, value: string])[] = [
  ['50,000 spaces', ' '.repeat(50_000)],
  ['131,073 characters', 'x'.repeat(131_073)],
  ['10,000 combining marks', `e${'\u0301'.repeat(10_000)}`],
  ['U+FDFA x 10,000', '\ufdfa'.repeat(10_000)],
  ['5,000 words', 'ab '.repeat(5_000)],
  ['10,000 hyphens', '-'.repeat(10_000)],
  ['10,000 slashes and dots', './'.repeat(5_000)],
  ['10,000 digits', '1'.repeat(10_000)],
  ['3,000 at signs', 'a@'.repeat(3_000)],
  ['one character', 'a'],
  ['the most common name', 'Smith'],
];
const FIELDS = ['FirstName', 'LastName', 'Email', 'Phone', 'MailingStreet', 'MailingCity', 'MailingPostalCode'];

/** The hostile inputs that could be slow: bodies, values in every field that scenarios use, and logins. */
export function hostileInputs(): HostileInput[] {
  const bomb = Buffer.alloc(100_000_000, 32);
  const packed = (encoding: string) => ({ headers: { 'content-encoding': encoding }, bytes: LIMIT });
  return [
    input('body of spaces, at the limit', 400, ' '.repeat(LIMIT)),
    input('body over the limit', 413, ' '.repeat(LIMIT + 1)),
    input('gzip bomb', 413, gzipSync(bomb), packed('gzip')),
    input('br bomb', 413, brotliCompressSync(bomb), packed('br')),
    input('6 MB of brackets in 5.9 kB', 413, gzipSync('['.repeat(6_000_000)), packed('gzip')),
    input('6 MB of brackets', 400, '['.repeat(6_000_000)),
    input('2,000,000 lists in lists', 400, `[${'[[[]]],'.repeat(700_000)}[]]`),
    input('6 MB of commas', 400, `[${','.repeat(6_000_000)}`),
    input('6 MB of colons', 400, `{"a"${':'.repeat(6_000_000)}`),
    input('6 MB of quotes', 400, `{"a"${'"'.repeat(6_000_000)}`),
    input('100,000 deep', 400, '['.repeat(100_000) + ']'.repeat(100_000)),
    input('2,000,000 empty lists', 400, `[${'[],'.repeat(1_999_999)}[]]`),
    input('80,000 keys', 400, search(Object.fromEntries(Array.from({ length: 80_000 }, (_, i) => [`k${i}`, 1])))),
    input(
      '2,000 unknown fields',
      400,
      search(Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`k${i}`, 1]))),
    ),
    input(
      '50,000 bad elements',
      400,
      JSON.stringify({ objectPrefix: '003', objectData: {}, scenarioIds: Array(50_000).fill(1) }),
    ),
    input(
      '50,000 unknown scenarios',
      400,
      JSON.stringify({ objectPrefix: '003', objectData: { LastName: 'Smith' }, scenarioIds: Array(50_000).fill('x') }),
    ),
    input('a field name of 1 MB', 400, search({ ['x'.repeat(1_000_000)]: 1 })),
    input('a key of backslashes', 400, `{"${'\\\\'.repeat(1_000_000)}":1}`),
    input(
      '10,000 related records',
      400,
      upsert(
        { LastName: 'x' },
        { relatedList: Array(10_000).fill({ objectType: 'Task', referenceField: 'WhoId', objectData: {} }) },
      ),
      { path: UPSERT },
    ),
    ...HOSTILE_VALUES.flatMap(([name, value]) => [
      input(`${name}, searched in every field`, 200, search(Object.fromEntries(FIELDS.map((field) => [field, value])))),
      ...FIELDS.map((field) => input(`${name}, searched in ${field}`, 200, search({ [field]: value }))),
      input(
        `${name}, upserted without a last name`,
        200,
        upsert(Object.fromEntries(FIELDS.slice(2).map((field) => [field, value]))),
        { path: UPSERT },
      ),
    ]),
    input(
      'login with a secret of 60,000 characters',
      400,
      `grant_type=client_credentials&client_id=${'f'.repeat(32)}&client_secret=${'x'.repeat(60_000)}`,
      { path: TOKEN, headers: form },
    ),
    input('meaningless form of 60,000 bytes', 400, '%zz=&'.repeat(12_000), { path: TOKEN, headers: form }),
  ];
}
