import { gzipSync } from 'node:zlib';
import { packedWorkbook } from '../../test/files/read/workbook.js';
import { copyOf, importContacts, tokenFor } from '../harness/data-folder.js';
import type { Judged } from '../harness/bars.js';
import { FILES } from '../harness/endpoints.js';
import { startService } from '../harness/server.js';
import { figure, median, timed } from '../harness/statistics.js';

/** Number of clients that send slow files without pause. */
const SLOW_CLIENTS = 6;
/** Maximum milliseconds for another client's small upload. */
const BAR = 2_000;
const SMALL = 'LastName,FirstName\nDoe,Jane\n';

/** Files within the limits that are slow to read. */
function slowFiles(rows: number): readonly { readonly name: string; readonly body: Uint8Array }[] {
  const cells = Array.from({ length: 12 }, (_, i) => `value ${i}`);
  const cell = (text: string, i: number, n: number): string =>
    `<c r="${String.fromCharCode(65 + i)}${n}" t="inlineStr"><is><t>${text} ${n}</t></is></c>`;
  const row = (n: number): string => `<row r="${n}">${cells.map((text, i) => cell(text, i, n)).join('')}</row>`;
  const sheet = `<sheetData>${Array.from({ length: rows }, (_, i) => row(i + 1)).join('')}</sheetData>`;
  const lines = Array.from({ length: rows * 4 }, (_, i) => `"M\u00fcller ${i}";"a ""b"" ${i}";"x";"${i % 7}"`);
  const nested = `[${`{"a":`.repeat(500)}1${'}'.repeat(500)}]`;
  return [
    { name: 'rows.xlsx', body: packedWorkbook([sheet]) },
    { name: 'lines.csv', body: Buffer.from(`a;b;c;d\n${lines.join('\n')}\n`, 'latin1') },
    { name: 'lines.csv.gz', body: gzipSync(`a;b;c;d\n${lines.join('\n')}\n`) },
    { name: 'nested.json', body: Buffer.from(`[${Array.from({ length: rows / 50 }, () => nested).join(',')}]`) },
  ];
}

/** Measures a client's small upload, alone and while other clients upload slow files. */
export async function uploadsBesideSlowFiles(rows: number, uploads: number): Promise<Judged> {
  const folder = await copyOf(await importContacts(1_000));
  const tokens = Array.from({ length: SLOW_CLIENTS + 1 }, () => tokenFor(folder));
  const service = await startService(folder);
  const send = async (token: string, name: string, body: string | Uint8Array) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' };
    const sent = await fetch(`${service.url}${FILES}?name=${name}`, {
      method: 'POST',
      body: body as NonNullable<RequestInit['body']>,
      headers,
    });
    const { id } = (await sent.json()) as { id?: string };
    if (id !== undefined) await fetch(`${service.url}${FILES}/${id}`, { method: 'DELETE', headers });
    return sent.status;
  };
  const own = async (): Promise<number> => {
    const { value, ms } = await timed(() => send(tokens[0]!, 'small.csv', SMALL));
    if (value !== 201) throw new Error(`bench: a small upload returned ${value}`);
    return ms;
  };
  const files = slowFiles(rows);
  let isOver = false;
  /** Number of slow uploads by status, because refused uploads cause no load. */
  const slow = new Map<number, number>();
  const keepSending = async (token: string, from: number): Promise<void> => {
    for (let n = from; !isOver; n++) {
      const { name, body } = files[n % files.length]!;
      const status = await send(token, name, body);
      slow.set(status, (slow.get(status) ?? 0) + 1);
    }
  };
  const others: Promise<void>[] = [];
  try {
    const alone: number[] = [];
    for (let i = 0; i < uploads; i++) alone.push(await own());
    others.push(...tokens.slice(1).map(keepSending));
    const beside: number[] = [];
    for (let i = 0; i < uploads; i++) beside.push(await Promise.race([own(), ...others.map(neverOver)]));
    isOver = true;
    await Promise.all(others);
    const answers = [...slow].map(([status, times]) => `${times} times ${status}`).join(', ');
    const told = (what: string, ms: readonly number[]) => [what, figure(median(ms)), figure(Math.max(...ms))];
    return {
      table: {
        title: `A small upload, ${uploads} times; ${SLOW_CLIENTS} clients were answered ${answers} to slow files`,
        columns: ['', 'median ms', 'longest ms'],
        rows: [told('alone', alone), told('during slow uploads', beside)],
      },
      bars: [
        { what: 'a small upload during slow uploads, longest', found: Math.max(...beside), most: BAR, unit: 'ms' },
      ],
    };
  } finally {
    isOver = true;
    await Promise.allSettled(others);
    await service.stop();
  }
}

/** Rejects if the work fails. Never resolves. */
function neverOver(work: Promise<void>): Promise<never> {
  return work.then(() => new Promise<never>(() => undefined));
}
