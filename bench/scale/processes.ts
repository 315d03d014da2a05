import { Random } from '../synthetic/random.js';

/** Something that a simulated process waits for. Times are in milliseconds. */
export type Wait =
  /** A processor, for so long; others may have to finish first. */
  | { readonly on: 'processor'; readonly ms: number }
  /** A disk or a network, of which there are as many as are asked. */
  | { readonly on: 'pause'; readonly ms: number }
  /** Another process's `wake`. */
  | { readonly on: 'wake'; readonly key: object };

export type Process = Generator<Wait, void, undefined>;

interface Event {
  readonly at: number;
  readonly number: number;
  readonly process: Process;
}

/**
 * A simulation by events of processes that share processors. The same processes and seed give the same
 * result, whatever machine it runs on.
 */
export class Simulation {
  now = 0;
  readonly random: Random;
  #events: Event[] = [];
  #number = 0;
  #idle: number;
  readonly #runnable: { readonly process: Process; readonly ms: number }[] = [];
  readonly #asleep = new Map<object, Process>();

  /** @param processors for all processes together; `Infinity`: each has its own */
  constructor(processors: number, seed = 1) {
    this.#idle = processors;
    this.random = new Random(seed);
  }

  start(process: Process): void {
    this.#after(0, process);
  }

  /** Wakes the process that sleeps on the key, if one does. */
  wake(key: object): void {
    const process = this.#asleep.get(key);
    if (process === undefined) return;
    this.#asleep.delete(key);
    this.#after(0, process);
  }

  /** A time around a mean: half of it is certain, the other half falls off exponentially. */
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

  /** Gives the processor back before the process goes on. */
  *#free(process: Process): Process {
    this.#idle++;
    this.#dispatch();
    this.#step(process);
    // Nothing waits for this one.
    yield* [];
  }

  #after(ms: number, process: Process): void {
    this.#events.push({ at: this.now + ms, number: this.#number++, process });
  }

  /** A handful wait at a time: no heap is needed. */
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
