import { readdirSync, readFileSync } from 'node:fs';

/** Returns the resident bytes of a process and its children on Linux. Shared pages count for each process. */
export function residentBytes(pid: number): number {
  try {
    const kilobytes = Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
    let sum = kilobytes * 1024;
    for (const thread of readdirSync(`/proc/${pid}/task`))
      for (const child of readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' '))
        if (child !== '') sum += residentBytes(Number(child));
    return sum;
  } catch {
    // The process has exited.
    return 0;
  }
}

/** Samples the processes of a service. */
export class TreeWatch {
  #most = 0;
  readonly #timer: NodeJS.Timeout;

  constructor(pid: number) {
    this.#timer = setInterval(() => (this.#most = Math.max(this.#most, residentBytes(pid))), 20);
  }

  /** @returns the maximum number of bytes seen */
  end(): number {
    clearInterval(this.#timer);
    return this.#most;
  }
}
