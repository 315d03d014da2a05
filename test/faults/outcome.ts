/** What one kind of fault came to. */
export interface Outcome {
  /** What was done to the service, in a few words. */
  readonly fault: string;
  /** How often. */
  readonly times: number;
  /** What was checked, with numbers. */
  readonly checked: string;
  /** One line for each thing that was lost, doubled, halved, or not told. Empty: all is well. */
  readonly broken: readonly string[];
  /** Why it was not tried; then `times` is 0. */
  readonly skipped?: string;
}

const MOST_LINES = 20;

export function shown({ fault, times, checked, broken, skipped }: Outcome): string {
  if (skipped !== undefined) return `SKIPPED  ${fault}: ${skipped}`;
  const lines = broken.slice(0, MOST_LINES).map((line) => `         ${line}`);
  if (broken.length > MOST_LINES) lines.push(`         ... and ${broken.length - MOST_LINES} more`);
  return [
    `${broken.length === 0 ? 'ok      ' : 'BROKEN  '} ${fault}: ${times} times; ${checked}; ${broken.length} lost`,
    ...lines,
  ].join('\n');
}
