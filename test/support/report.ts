import { existsSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { durations, DURATIONS } from './slowest-first.js';

const SHOWN = 20;
/** Minimum seconds of a file whose duration is stored. The order of shorter files does not matter. */
const LEAST_KNOWN = 10;

const MINUTE = 60_000;
/**
 * Minutes after which a test that is still running is printed, because a run that is killed from outside prints no
 * result.
 */
const LONG = 5;

/** Prints the slowest files, tests that run for minutes, tests that pass only on a retry, and what skipped tests need. */
export default class Report implements Reporter {
  readonly #running = new Map<string, { readonly name: string; readonly since: number }>();
  #watch: NodeJS.Timeout | undefined;

  onTestRunStart(): void {
    this.#watch = setInterval(() => this.#nameLong(), MINUTE).unref();
  }

  onTestModuleQueued(module: TestModule): void {
    this.#running.set(module.moduleId, { name: relative(process.cwd(), module.moduleId), since: Date.now() });
  }

  onTestCaseReady(test: TestCase): void {
    const name = `${relative(process.cwd(), test.module.moduleId)}: ${test.fullName}`;
    this.#running.set(test.module.moduleId, { name, since: Date.now() });
  }

  onTestModuleEnd(module: TestModule): void {
    this.#running.delete(module.moduleId);
  }

  #nameLong(): void {
    for (const { name, since } of this.#running.values()) {
      const minutes = Math.floor((Date.now() - since) / MINUTE);
      if (minutes >= LONG) console.log(`running for ${minutes} minutes: ${name}`);
    }
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    clearInterval(this.#watch);
    const timed = modules.map((module) => {
      const { collectDuration, duration, setupDuration } = module.diagnostic();
      return {
        file: relative(process.cwd(), module.moduleId),
        seconds: (collectDuration + duration + setupDuration) / 1000,
      };
    });
    timed.sort((a, b) => b.seconds - a.seconds);
    if (process.env['LIKENESS_DURATIONS'] === 'write') write(timed);
    if (modules.length >= SHOWN) {
      const lines = timed.slice(0, SHOWN).map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`);
      console.log(`\nThe slowest of ${modules.length} files:\n${lines.join('\n')}`);
    }
    const retried = modules
      .flatMap((module) => [...module.children.allTests('passed')])
      .filter((test) => (test.diagnostic()?.retryCount ?? 0) > 0)
      .map((test) => `        ${relative(process.cwd(), test.module.moduleId)}: ${test.fullName}`);
    if (retried.length > 0) console.log(`\nTests that failed, then passed when retried:\n${retried.join('\n')}`);
    const skipped = new Map<string, number>();
    for (const module of modules)
      for (const test of module.children.allTests('skipped')) {
        const what = test.meta().needs?.join(', ');
        if (what !== undefined) skipped.set(what, (skipped.get(what) ?? 0) + 1);
      }
    if (skipped.size === 0) return;
    const lines = [...skipped].map(([what, count]) => `${String(count).padStart(7)}    ${what}`);
    console.log(`\nTests that were skipped, and what they need:\n${lines.join('\n')}`);
  }
}

/** Updates the durations: keeps files that did not run, removes files that no longer exist. */
function write(timed: readonly { readonly file: string; readonly seconds: number }[]): void {
  const known = {
    ...durations(),
    ...Object.fromEntries(timed.map(({ file, seconds }) => [file, Math.round(seconds)])),
  };
  const kept = Object.entries(known)
    .filter(([file, seconds]) => seconds >= LEAST_KNOWN && existsSync(file))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(DURATIONS, `${JSON.stringify(Object.fromEntries(kept), undefined, 2)}\n`);
}
