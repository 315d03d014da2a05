import { constants, fstatSync, openSync, writeSync } from 'node:fs';

/**
 * Output for a running service, mainly its log. Lines are written synchronously, so that none is lost at exit, and
 * dropped if the device does not accept them: a full, closed or unread log must never block or end a working service.
 * pino's own destination would retry forever and block the event loop.
 */
export class LineOutput {
  readonly #fd: number;
  #dropped = 0;
  /** The last line was written partly: start the next on a new line. */
  #isTorn = false;

  /** @param fd file descriptor; 2 is standard error */
  constructor(fd: number) {
    this.#fd = withoutWaiting(fd);
  }

  /** Number of lines not written completely. */
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
 * Reopens a pipe in non-blocking mode, so that an idle reader cannot block the process. Others' descriptors of the pipe
 * are unaffected.
 */
function withoutWaiting(fd: number): number {
  try {
    if (!fstatSync(fd).isFIFO()) return fd;
    return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    // Not Linux, or not open.
    return fd;
  }
}
