import type { Problem } from './problem.js';

/** Collects the problems of one file. */
export class ProblemReport {
  #count = 0;

  constructor(
    private readonly file: string,
    private readonly problems: Problem[],
  ) {}

  /** Number of problems added through this report. */
  get count(): number {
    return this.#count;
  }

  add(path: string, message: string): void {
    this.#count += 1;
    this.problems.push({ file: this.file, path, message });
  }
}
