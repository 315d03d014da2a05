import { constants, fstatSync, openSync, writeSync } from 'node:fs';

/**
 * Where the lines of a running service go, its log above all: written at once, so that none is lost when the process
 * ends, and dropped where the device does not take them. A log that is full, closed or not read must never hold up or
 * end a service whose answers are right. pino's own destination tries again without end, event loop and SIGTERM
 * included.
 */
export class LineOutput {
  readonly #fd: number;
  #dropped = 0;
  /** Only the beginning of the last line was taken: the next one begins on a line of its own. */
  #isTorn = false;

  /** @param fd file descriptor; 2 is the standard error output */
  constructor(fd: number) {
    this.#fd = withoutWaiting(fd);
  }

  /** Lines that could not be written, in whole or in part. */
  get dropped(): number {
    return this.#dropped;
  }

  write(line: string): void {
    const bytes = Buffer.from(this.#isTorn ? `\n${line}` : line);
    let done = 0;
    try {
      while (done < bytes.length) done += writeSync(this.#fd, bytes, done);
      this.#isTorn = false;
    } catch {
      this.#dropped += 1;
      this.#isTorn ||= done > 0;
    }
  }
}

/**
 * A pipe whose reader has stopped reading would hold the process: opened anew it can be written without waiting, and
 * the one that others write to stays as it is.
 */
function withoutWaiting(fd: number): number {
  try {
    if (!fstatSync(fd).isFIFO()) return fd;
    return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    // Not Linux, or not open at all.
    return fd;
  }
}
