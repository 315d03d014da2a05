import { markdownTable } from '../../bench/harness/report.js';

/** The result of one kind of fault. */
export interface Outcome {
  /** The injected fault in a few words. */
  readonly fault: string;
  readonly times: number;
  /** Number of acknowledged requests or transactions, all of them checked afterwards. */
  readonly acknowledged?: number;
  /**
   * The number of times that the service itself reported the fault: it refused to start, truncated a torn write, or
   * returned 503.
   */
  readonly told?: number;
  /** Everything else that was done and checked, with numbers. */
  readonly checked: string;
  /** One line for each lost, duplicated, partial, or unreported change. Empty: success. */
  readonly broken: readonly string[];
  /** The reason why the fault was not tested. If set, `times` is 0. */
  readonly skipped?: string;
}

const MOST_LINES = 20;

/** `tell` is called with the result of each round of a long run. */
export const rounds: { tell: (line: string) => void } = { tell: () => undefined };

/** Formats the outcome in one line, followed by one line per failure. */
export function shown({ fault, checked, broken, skipped }: Outcome): string {
  if (skipped !== undefined) return `SKIPPED  ${fault}: ${skipped}`;
  const lines = broken.slice(0, MOST_LINES).map((line) => `         ${line}`);
  if (broken.length > MOST_LINES) lines.push(`         ... and ${broken.length - MOST_LINES} more`);
  return [`${broken.length === 0 ? 'ok    ' : 'BROKEN'}  ${fault}: ${checked}`, ...lines].join('\n');
}

/** Formats the outcomes as a Markdown table of tests, reports and losses. */
export function summary(outcomes: ReadonlyMap<string, Outcome>): string {
  const figure = (value: number | undefined): string => (value === undefined ? '' : value.toLocaleString('en-US'));
  const all = [...outcomes.values()];
  const sum = (of: (outcome: Outcome) => number): string => figure(all.reduce((total, one) => total + of(one), 0));
  return markdownTable({
    title: 'What was done to the service, and what was lost',
    columns: ['', 'times', 'acknowledged', 'reported', 'lost or wrong'],
    rows: [
      ...[...outcomes].map(([name, { fault, times, acknowledged, told, broken, skipped }]) =>
        skipped === undefined
          ? [`${name}: ${fault}`, figure(times), figure(acknowledged), figure(told), figure(broken.length)]
          : [`${name}: ${fault}`, 'SKIPPED', '', '', ''],
      ),
      ['all', sum((one) => one.times), sum((one) => one.acknowledged ?? 0), '', sum((one) => one.broken.length)],
    ],
  });
}
