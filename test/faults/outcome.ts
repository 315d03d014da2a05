import { markdownTable } from '../../bench/harness/report.js';

/** One kind of fault and what it came to. */
export interface Outcome {
  /** The harm that was done to the service, in a few words. */
  readonly fault: string;
  /** How often. */
  readonly times: number;
  /** Requests or transactions that were acknowledged, each looked for afterwards. */
  readonly acknowledged?: number;
  /**
   * How often the service itself said what had happened: refused to start with the place, cut a torn tail, answered
   * 503.
   */
  readonly told?: number;
  /** Everything else that was done and checked, with numbers. */
  readonly checked: string;
  /** One line for each thing that was lost, doubled, halved, or not told. Empty: all is well. */
  readonly broken: readonly string[];
  /** Why it was not tried; then `times` is 0. */
  readonly skipped?: string;
}

const MOST_LINES = 20;

/** Is told what each round of a long run came to, when it ends. */
export const rounds: { tell: (line: string) => void } = { tell: () => undefined };

/** One line, and one more for each thing that is broken. */
export function shown({ fault, checked, broken, skipped }: Outcome): string {
  if (skipped !== undefined) return `SKIPPED  ${fault}: ${skipped}`;
  const lines = broken.slice(0, MOST_LINES).map((line) => `         ${line}`);
  if (broken.length > MOST_LINES) lines.push(`         ... and ${broken.length - MOST_LINES} more`);
  return [`${broken.length === 0 ? 'ok    ' : 'BROKEN'}  ${fault}: ${checked}`, ...lines].join('\n');
}

/** A table of what was tried, told and lost, which can stand in a page as it is. */
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
