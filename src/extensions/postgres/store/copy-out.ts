import { Query, type Client } from 'pg';

/** Bytes before the extension length in a binary copy. */
const SIGNATURE_AND_FLAGS = 15;
const LENGTH = 4;
/** Value that marks the end, in place of a number of columns. */
const END = -1;
const PARTS_AT_ONCE = 8;

/** Runs queries that return one bytea column. */
export interface CopiesOut {
  readonly copyOut: (select: string) => Promise<Buffer[]>;
}

/**
 * Runs `COPY` in binary format. Text format would need two hexadecimal digits per byte, and takes several times as long
 * to read. @param select query of one bytea column without nulls or parameters
 */
export function copyOut(client: Client, select: string): Promise<Buffer[]> {
  return new Promise((resolve, reject) => {
    const query = new CopyQuery({ text: `copy (${select}) to stdout (format binary)` }, (error) => {
      if (error === null) resolve(rowsOf(query.bytes));
      else reject(error);
    });
    client.query(query);
  });
}

/**
 * Reads parts in order, starting with part 0. The next parts are requested while the caller processes the current
 * parts.
 * @param parts a query with a condition, to which a range of numbers is added
 */
export async function* readParts(database: CopiesOut, parts: string): AsyncGenerator<Buffer> {
  const ask = (from: number): Promise<Buffer[]> =>
    database.copyOut(`${parts} and part >= ${from} and part < ${from + PARTS_AT_ONCE} order by part`);
  let next = 0;
  for (let coming = ask(next); ;) {
    const got = await coming;
    if (got.length === 0) return;
    coming = ask((next += PARTS_AT_ONCE));
    coming.catch(() => undefined);
    yield* got;
  }
}

class CopyQuery extends Query {
  readonly bytes: Buffer[] = [];

  constructor(config: { text: string }, done: (error: Error | null) => void) {
    // The types of `pg` omit the callback.
    super(...([config, undefined, done] as unknown as [typeof config]));
  }

  /** Copies the message, because `pg` reuses its memory. */
  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    this.bytes.push(Buffer.from(chunk));
  }
}

/** Splits messages into rows. A message need not end at a row boundary. */
function rowsOf(messages: readonly Buffer[]): Buffer[] {
  const bytes = Buffer.concat(messages);
  const rows: Buffer[] = [];
  let at = SIGNATURE_AND_FLAGS;
  at += LENGTH + bytes.readInt32BE(at);
  while (bytes.readInt16BE(at) !== END) {
    const from = at + 2 + LENGTH;
    at = from + bytes.readInt32BE(at + 2);
    rows.push(bytes.subarray(from, at));
  }
  return rows;
}
