import { readdirSync, readFileSync } from 'node:fs';

/**
 * Resident bytes of a process and all that it has started, as Linux counts them; pages that they share count for each.
 */
export function residentBytes(pid: number): number {
  try {
    const kilobytes = Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
    let sum = kilobytes * 1024;
    for (const thread of readdirSync(`/proc/${pid}/task`))
      for (const child of readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' '))
        if (child !== '') sum += residentBytes(Number(child));
    return sum;
  } catch {
    // It has ended meanwhile.
    return 0;
  }
}

/** Looks at the processes of a service again and again. */
export class TreeWatch {
  #most = 0;
  readonly #timer: NodeJS.Timeout;

  constructor(pid: number) {
    this.#timer = setInterval(() => (this.#most = Math.max(this.#most, residentBytes(pid))), 20);
  }

  /** @returns the most bytes that were seen at once */
  end(): number {
    clearInterval(this.#timer);
    return this.#most;
  }
}
