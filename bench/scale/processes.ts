import { Random } from '../synthetic/random.js';

/** A wait of a simulated process. Times are in milliseconds. */
export type Wait =
  /** A CPU for this time. Other processes may have to finish first. */
  | { readonly on: 'processor'; readonly ms: number }
  /** A disk or network that serves any number of processes at the same time. */
  | { readonly on: 'pause'; readonly ms: number }
  /** Another process's `wake`. */
  | { readonly on: 'wake'; readonly key: object };

export type Process = Generator<Wait, void, undefined>;

interface Event {
  readonly at: number;
  readonly number: number;
  readonly process: Process;
}

/** Event-driven simulation of processes that share CPUs. The result depends only on the seed and processes. */
export class Simulation {
  now = 0;
  readonly random: Random;
  #events: Event[] = [];
  #number = 0;
  #idle: number;
  readonly #runnable: { readonly process: Process; readonly ms: number }[] = [];
  readonly #asleep = new Map<object, Process>();

  /** @param processors shared by all processes; `Infinity`: each has its own */
  constructor(processors: number, seed = 1) {
    this.#idle = processors;
    this.random = new Random(seed);
  }

  start(process: Process): void {
    this.#after(0, process);
  }

  /** Wakes the process that sleeps on the key, if any. */
  wake(key: object): void {
    const process = this.#asleep.get(key);
    if (process === undefined) return;
    this.#asleep.delete(key);
    this.#after(0, process);
  }

  /** Returns a random time with this mean: half is constant, half is exponentially distributed. */
  around(mean: number): number {
    return mean / 2 - (mean / 2) * Math.log(1 - this.random.next());
  }

  run(until: number): void {
    for (;;) {
      const event = this.#next();
      if (event === undefined || event.at > until) break;
      this.now = event.at;
      this.#step(event.process);
    }
    this.now = until;
  }

  #step(process: Process): void {
    const { done, value } = process.next();
    if (done === true) return;
    switch (value.on) {
      case 'pause':
        this.#after(value.ms, process);
        break;
      case 'processor':
        this.#runnable.push({ process, ms: value.ms });
        this.#dispatch();
        break;
      case 'wake':
        this.#asleep.set(value.key, process);
    }
  }

  #dispatch(): void {
    while (this.#idle > 0 && this.#runnable.length > 0) {
      const { process, ms } = this.#runnable.shift()!;
      this.#idle--;
      this.#after(ms, this.#free(process));
    }
  }

  /** Releases the CPU before the process continues. */
  *#free(process: Process): Process {
    this.#idle++;
    this.#dispatch();
    this.#step(process);
    // Makes this function a generator, which `Process` requires, although it never waits.
    yield* [];
  }

  #after(ms: number, process: Process): void {
    this.#events.push({ at: this.now + ms, number: this.#number++, process });
  }

  /** Linear search, because only a few events wait at a time. */
  #next(): Event | undefined {
    let first = 0;
    const events = this.#events;
    for (let i = 1; i < events.length; i++) {
      const [a, b] = [events[i]!, events[first]!];
      if (a.at < b.at || (a.at === b.at && a.number < b.number)) first = i;
    }
    return events.splice(first, 1)[0];
  }
}
