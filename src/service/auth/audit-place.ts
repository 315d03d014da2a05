import { z } from 'zod';
import {
  linesOf,
  NONE,
  wholeContent,
  type HomeChange,
  type Document,
  type HomeDocuments,
} from '../../store/home/home.js';
import { AUDIT_FILE, AUDIT_HEAD, chainLines, digestOfLine, NO_LINE, type AuditEnd } from './audit-chain.js';
import { parsedJson } from '../../runtime/syntax/parsed-json.js';

/** Bytes to read from the end of the file to find the last line. Every line is far shorter. */
const LAST_LINE = 65_536;
/** Bytes that a search reads at a time, enough for several hundred entries. */
const READ_AT_ONCE = 131_072;
const LINE_END = 0x0a;

const headSchema = z.strictObject({
  lines: z.int().min(0),
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.int().min(0),
});
type AuditHead = z.output<typeof headSchema>;

/** Lines that may or may not be in the log, because appending them failed. */
interface Uncertain {
  readonly position: number;
  readonly bytes: Buffer;
  readonly count: number;
}

/**
 * The stored audit log. `audit.log` contains JSON lines. Each line contains its number and, as `previous`, the SHA-256
 * of the line before it. `audit.head` has the number and digest of the last line, so that missing lines at the end are
 * detected. Several processes may append at the same time.
 */
export class AuditPlace {
  #uncertain: Uncertain | undefined;

  constructor(private readonly home: HomeDocuments) {}

  /**
   * @param taken called with the number of entries, from the first, that are in the log; the caller must not append
   * them again after an error
   */
  async append(entries: readonly object[], taken: (count: number) => void): Promise<void> {
    const before = this.#uncertain;
    if (before !== undefined && (await this.#isThere(before))) {
      this.#uncertain = undefined;
      taken(before.count);
      return;
    }
    for (;;) {
      const { changes, position, bytes } = await this.#appending(entries);
      this.#uncertain = { position, bytes, count: entries.length };
      const isDone = await this.home.changeAll(changes);
      this.#uncertain = undefined;
      if (!isDone) continue;
      taken(entries.length);
      return;
    }
  }

  async changesFor(entries: readonly object[]): Promise<readonly HomeChange[]> {
    return (await this.#appending(entries)).changes;
  }

  /** Reads lines on demand, newest first. @param before only lines with smaller numbers are read; default: all */
  async *newestFirst(before?: number): AsyncGenerator<string> {
    const size = (await this.home.size(AUDIT_FILE)) ?? 0;
    let end = before === undefined ? size : await this.#endBefore(before, size);
    let isLast = true;
    let cut: Buffer = Buffer.alloc(0);
    while (end > 0) {
      const start = Math.max(0, end - READ_AT_ONCE);
      const bytes = Buffer.concat([await this.#read(start, end - start), cut]);
      // If the last line has no line ending, it is still being written.
      const whole: Buffer = isLast ? bytes.subarray(0, bytes.lastIndexOf(LINE_END) + 1) : bytes;
      // Unless at the start of the file, the buffer begins inside a line.
      const first = start === 0 ? 0 : whole.indexOf(LINE_END) + 1;
      cut = start === 0 ? cut : whole.subarray(0, first === 0 ? whole.length : first);
      if (start === 0 || first > 0)
        for (const line of whole.subarray(first).toString('utf8').split('\n').reverse())
          if (line !== '' && (before === undefined || numberOf(line) < before)) yield line;
      isLast = isLast && whole.length === 0;
      end = start;
    }
  }

  /**
   * Reads all lines, and the log's recorded end at the same moment. If the log changes while it is read, reads again.
   */
  async whole<T>(use: (lines: AsyncIterable<string>, end: AuditEnd | undefined) => Promise<T>): Promise<T> {
    for (;;) {
      const head = await this.home.read(AUDIT_HEAD);
      const isThere = (await this.home.size(AUDIT_FILE)) !== undefined;
      const found = await use(isThere ? linesOf(this.home.pieces(AUDIT_FILE)) : none(), headOf(head));
      if ((await this.home.read(AUDIT_HEAD))?.version === head?.version) return found;
    }
  }

  /** Finds an offset after all lines with smaller numbers. Uses binary search, because numbers increase. */
  async #endBefore(number: number, size: number): Promise<number> {
    let [low, high] = [0, size];
    while (high - low > READ_AT_ONCE) {
      const middle = Math.floor((low + high) / 2);
      const bytes = await this.#read(middle, LAST_LINE);
      const start = bytes.indexOf(LINE_END) + 1;
      const found = numberOf(bytes.subarray(start, bytes.indexOf(LINE_END, start)).toString('utf8'));
      if (found >= number) high = middle;
      else low = middle;
    }
    return Math.min(size, high + LAST_LINE);
  }

  async #read(from: number, most: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    let bytes = 0;
    for await (const piece of this.home.pieces(AUDIT_FILE, from)) {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes >= most) break;
    }
    return Buffer.concat(pieces).subarray(0, most);
  }

  async #appending(entries: readonly object[]): Promise<{ changes: HomeChange[]; position: number; bytes: Buffer }> {
    const head = await this.home.read(AUDIT_HEAD);
    const { bytes: position, ...last } = await this.#lastOf(headOf(head));
    const { lines, end } = chainLines(last, entries);
    const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
    const next: AuditHead = { ...end, bytes: position + bytes.length };
    return {
      changes: [
        { content: AUDIT_FILE, position, bytes },
        { document: AUDIT_HEAD, text: `${JSON.stringify(next)}\n`, expected: head?.version ?? NONE },
      ],
      position,
      bytes,
    };
  }

  /**
   * Returns the end of the log. Usually, the end is the head. If a process crashed after writing a line and before
   * updating the head, the end is the last complete line. An incomplete line is removed, because it was never
   * acknowledged. If the log ends before the head, the chain continues from the head, so that the gap is visible.
   */
  async #lastOf(head: AuditHead | undefined): Promise<AuditHead> {
    const size = (await this.home.size(AUDIT_FILE)) ?? 0;
    if (head !== undefined && size <= head.bytes) return { ...head, bytes: size };
    if (size === 0) return { lines: 0, digest: NO_LINE, bytes: 0 };
    const start = Math.max(0, size - LAST_LINE);
    const tail = await wholeContent(this.home, AUDIT_FILE, start);
    const end = tail.lastIndexOf(0x0a);
    const whole = start + end + 1;
    if (head !== undefined && whole <= head.bytes) return { ...head, bytes: whole };
    const line = tail.subarray(tail.lastIndexOf(0x0a, end - 1) + 1, Math.max(end, 0)).toString('utf8');
    return { lines: numberOf(line), digest: digestOfLine(line), bytes: whole };
  }

  async #isThere({ position, bytes }: Uncertain): Promise<boolean> {
    if (((await this.home.size(AUDIT_FILE)) ?? 0) < position + bytes.length) return false;
    return (await wholeContent(this.home, AUDIT_FILE, position)).subarray(0, bytes.length).equals(bytes);
  }
}

async function* none(): AsyncGenerator<string> {
  // A missing file is read as an empty log.
}

/** Parses the head. Returns `undefined` if it is missing or invalid. */
function headOf(document: Pick<Document, 'content'> | undefined): AuditHead | undefined {
  return headSchema.safeParse(parsedJson(document?.content)).data;
}

function numberOf(line: string): number {
  const { n } = (parsedJson(line) ?? {}) as { n?: unknown };
  return typeof n === 'number' && Number.isSafeInteger(n) ? n : 0;
}
