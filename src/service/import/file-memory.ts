import { readFileSync } from 'node:fs';
import { RequestError } from '../../records/contract/request-error.js';

/** Thrown if the file or the request is at fault, so that trying again would not help. */
export class FileRefused extends Error {}

/** Milliseconds between two checks. In this time, a process can allocate tens of megabytes. */
const LOOK_MS = 20;
const TIMES_IN_ALL = 1.5;
const MEGABYTE = 1024 * 1024;

interface Watched {
  readonly pid: number;
  /** Whether a client waits and can repeat the request. If the total is too high, only such a process is stopped. */
  readonly isFirstLook: boolean;
  readonly end: (reason: Error) => void;
}

/**
 * Limits the resident memory of processes that read files, per process and in total. Memory outside the JavaScript heap
 * counts. Only Linux reports resident memory. On other systems, only the heap is limited.
 */
export class FileMemory {
  readonly #watched = new Set<Watched>();
  #timer: NodeJS.Timeout | undefined;

  /** @param most returns the current limit per process, in bytes */
  constructor(private readonly most: () => number) {}

  get bytes(): number {
    return this.most();
  }

  get megabytes(): number {
    return Math.floor(this.bytes / MEGABYTE);
  }

  refusal(): FileRefused {
    return new FileRefused(`the file needs more memory than the limit of ${this.megabytes} MB (fileMemory)`);
  }

  /**
   * Watches the memory of a process. @param watched the process; its `end` stops it @returns a function to call when
   * the process has exited
   */
  watch(watched: Watched): () => void {
    this.#watched.add(watched);
    this.#timer ??= setInterval(() => this.#look(), LOOK_MS);
    return () => {
      this.#watched.delete(watched);
      if (this.#watched.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
  }

  #look(): void {
    let total = 0;
    let largest: { readonly watched: Watched; readonly bytes: number } | undefined;
    for (const watched of this.#watched) {
      const bytes = residentBytes(watched.pid);
      if (bytes > this.most()) {
        watched.end(this.refusal());
        continue;
      }
      total += bytes;
      if (watched.isFirstLook && bytes > (largest?.bytes ?? 0)) largest = { watched, bytes };
    }
    if (total > TIMES_IN_ALL * this.most()) largest?.watched.end(this.#shortage());
  }

  #shortage(): RequestError {
    const inAll = Math.floor((TIMES_IN_ALL * this.most()) / MEGABYTE);
    const message = `Other files use the ${inAll} MB of memory that all files share. Try again in a moment`;
    return new RequestError(503, 'SERVER_UNAVAILABLE', message);
  }
}

/** Returns 0 if unknown. */
function residentBytes(pid: number): number {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    return 0;
  }
}
