import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { replaceFileSync } from '../../store/replace-file.js';
import { ExpiringMap } from './expiring-map.js';
import { textOfFile } from '../../runtime/text-of-file.js';

const CAPACITY = 100_000;
/** The file is rewritten when it has more lines than twice the number of valid lines, plus this number. */
const NEEDLESS = 1_000;
/** Expiry in milliseconds since the epoch, then a SHA-256 in Base64. Other (incomplete) lines are ignored. */
const LINE = /^(\d{1,15}) ([A-Za-z0-9+/]{43}=)$/;

export interface SpentDigest {
  readonly digest: string;
  /** Milliseconds since the epoch. */
  readonly expires: number;
}

export function readDenylist(path: string, now: number): SpentDigest[] {
  return linesOf(path).flatMap((line) => {
    const spent = parse(line);
    return spent !== undefined && spent.expires > now ? [spent] : [];
  });
}

export function writeDenylist(path: string, spent: readonly SpentDigest[]): void {
  replaceFileSync(path, spent.map(lineOf).join(''));
}

function lineOf({ digest, expires }: SpentDigest): string {
  return `\n${expires} ${digest}`;
}

function parse(line: string): SpentDigest | undefined {
  const [, expires, digest] = LINE.exec(line) ?? [];
  return digest === undefined ? undefined : { digest, expires: Number(expires) };
}

/** Digests of used assertions or revoked tokens, until they expire. Only one process may write the file. */
export class Denylist {
  /** Loaded when first used, because commands that only issue tokens do not need the file. */
  #used: ExpiringMap<true> | undefined;
  #lines = 0;
  #counted = 0;
  learned = 0;
  #spend: ((digest: string, expires: number) => void) | undefined;

  /** @param durably whether to sync each entry; otherwise, a power failure may lose entries, but logins are fast */
  constructor(
    private readonly path: string,
    private readonly durably = false,
  ) {}

  get size(): number {
    return this.#used?.size ?? 0;
  }

  /** @param now milliseconds since the epoch */
  has(digest: string, now: number): boolean {
    return this.#read(now).get(digest, now) === true;
  }

  hasRoom(now: number): boolean {
    return this.#read(now).hasRoom(now);
  }

  /** @throws a file system error; the digest is then not stored */
  add(digest: string, expires: number, now: number): void {
    const used = this.#read(now);
    if (this.#lines > 2 * this.#counted + NEEDLESS) this.#rewrite(used, now);
    // Each line starts with a line break, so that an incomplete line does not damage the next one.
    const file = openSync(this.path, 'a', 0o600);
    try {
      writeSync(file, lineOf({ digest, expires }));
      if (this.durably) fsyncSync(file);
    } finally {
      closeSync(file);
    }
    this.#lines++;
    used.set(digest, true, expires);
    this.#spend?.(digest, expires);
  }

  /** Adds a digest if it is new. Synchronous, so that only one of two calls succeeds. */
  take(digest: string, expires: number, now: number): boolean {
    if (this.has(digest, now) || !this.hasRoom(now)) return false;
    this.add(digest, expires, now);
    return true;
  }

  sharedBy(spend: (digest: string, expires: number) => void): void {
    this.#spend = spend;
  }

  /** Adds a digest that another node has stored. */
  learn(digest: string, expires: number, now: number): void {
    if (expires <= now || this.has(digest, now)) return;
    this.#read(now).set(digest, true, expires);
    this.learned++;
  }

  note(digest: string, expires: number, now: number): void {
    this.#read(now).set(digest, true, expires);
  }

  #read(now: number): ExpiringMap<true> {
    if (this.#used !== undefined) return this.#used;
    const used = new ExpiringMap<true>(CAPACITY);
    for (const line of linesOf(this.path)) {
      this.#lines++;
      const { digest, expires } = parse(line) ?? {};
      if (digest !== undefined && expires! > now) used.set(digest, true, expires!);
    }
    this.#counted = used.size;
    return (this.#used = used);
  }

  #rewrite(used: ExpiringMap<true>, now: number): void {
    const lines = [...used.entries(now)].map(([digest, expires]) => lineOf({ digest, expires }));
    replaceFileSync(this.path, lines.join(''));
    this.#lines = this.#counted = lines.length;
  }
}

function linesOf(path: string): string[] {
  return textOfFile(path)?.split('\n') ?? [];
}
