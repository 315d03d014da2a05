import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { replaceFileSync } from '../store/replace-file.js';
import { ExpiringMap } from './expiring-map.js';

const CAPACITY = 100_000;
/** Lines that the file may have beyond twice those that counted when it was last gone through. */
const NEEDLESS = 1_000;
/**
 * Milliseconds since the epoch, SHA-256 in Base64: whatever else stands there, as the rest of a line cut short by a
 * crash, was not used.
 */
const LINE = /^(\d{1,15}) ([A-Za-z0-9+/]{43}=)$/;

export interface SpentDigest {
  readonly digest: string;
  /** Milliseconds since the epoch. */
  readonly expires: number;
}

/** The entries of a list's file that have not expired. */
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

/**
 * Digests of what does not count any more (assertions that were used, tokens that were revoked), until it would have
 * expired anyway: in memory, and in a file that outlives the process. One process writes the file.
 */
export class Denylist {
  /** Undefined until first asked: commands that only issue tokens leave the file to the server. */
  #used: ExpiringMap<true> | undefined;
  #lines = 0;
  #counted = 0;
  /** Rises with what was added at other nodes. */
  learned = 0;
  #spend: ((digest: string, expires: number) => void) | undefined;

  /**
   * @param durably waits for the disk. Without it a line is in the system's hands before `add` returns, and may be lost
   * in a power cut: where every login adds one, waiting would hold all
   * other requests
   */
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

  /** @throws Error of the file system; then the digest is not kept */
  add(digest: string, expires: number, now: number): void {
    const used = this.#read(now);
    if (this.#lines > 2 * this.#counted + NEEDLESS) this.#rewrite(used, now);
    // A line begins with a line end, so that one cut short spoils no other.
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

  /** Adds what was not added before; looks and adds in one turn, so that of two at once one is too late. */
  take(digest: string, expires: number, now: number): boolean {
    if (this.has(digest, now) || !this.hasRoom(now)) return false;
    this.add(digest, expires, now);
    return true;
  }

  /** Tells other nodes what is added from now on. */
  sharedBy(spend: (digest: string, expires: number) => void): void {
    this.#spend = spend;
  }

  /** Takes over what was added at another node, which is kept there. */
  learn(digest: string, expires: number, now: number): void {
    if (expires <= now || this.has(digest, now)) return;
    this.#read(now).set(digest, true, expires);
    this.learned++;
  }

  /** As `add`, for what another process has written into the file. */
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
  try {
    return readFileSync(path, 'latin1').split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
