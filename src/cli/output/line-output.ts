import { constants, fstatSync, openSync, writeSync } from 'node:fs';

/**
 * Output of a running service, mainly its log. Lines are written synchronously, so that none is lost at exit. If the
 * device does not accept a line, the line is dropped, because a full or unread log must not block the service. pino's
 * own destination would retry forever.
 */
export class LineOutput {
  readonly #fd: number;
  #dropped = 0;
  /** Whether the last line was truncated, so that a new line must be started. */
  #isTorn = false;

  /** @param fd file descriptor; 2 is standard error */
  constructor(fd: number) {
    this.#fd = withoutWaiting(fd);
  }

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

/** Reopens a pipe as non-blocking, so that an idle reader cannot block this process. Other descriptors still block. */
function withoutWaiting(fd: number): number {
  try {
    if (!fstatSync(fd).isFIFO()) return fd;
    return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    // Ignore the error: the system is not Linux, or the descriptor is not open.
    return fd;
  }
}
