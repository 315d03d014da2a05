import { z } from 'zod';
import type { ObjectRegistry } from '../../records/object-type.js';
import { knownObject, type ProblemReport } from './problem-report.js';

export interface JobSchedule {
  /** Milliseconds from the end of an object's job to the start of its next job. */
  readonly every: number;
  readonly objectTypes: readonly string[];
  /** Minimum score in percent. A group is merged if all its pairs have this score. Default: no automatic merge. */
  readonly autoMerge?: number | undefined;
}

const MINUTE = 60_000;
const UNITS: Readonly<Record<string, number>> = { m: MINUTE, h: 60 * MINUTE, d: 1_440 * MINUTE };
const LEAST = 15 * MINUTE;
const MOST = 366 * UNITS['d']!;

/** @returns milliseconds, or NaN if the text is not a duration */
function parseInterval(text: string): number {
  const [, count, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  return Number(count) * UNITS[unit ?? '']!;
}

export const jobScheduleSchema = z
  .strictObject({
    every: z
      .string()
      .max(20)
      .refine((text) => !Number.isNaN(parseInterval(text)), {
        error: 'expected minutes, hours or days, such as 90m, 24h or 7d',
        abort: true,
      })
      .refine(
        (text) => parseInterval(text) >= LEAST && parseInterval(text) <= MOST,
        'expected at least 15m and at most 366d',
      )
      .describe('Time from the end of a job to the start of the next job for the object, such as 90m, 24h or 7d'),
    objectTypes: z.array(z.string().min(1).max(80)).min(1).max(100).describe('Objects whose records are compared'),
    autoMerge: z
      .number()
      .min(0)
      .max(100)
      .optional()
      .describe(
        'Merges the groups in which every pair has at least this score, in percent. By default, no groups are merged',
      ),
  })
  .meta({ id: 'JobSchedule' });

export function resolveJobSchedule(
  { every, objectTypes, autoMerge }: z.output<typeof jobScheduleSchema>,
  registry: ObjectRegistry,
  report: ProblemReport,
): JobSchedule {
  const names: string[] = [];
  objectTypes.forEach((written, i) => {
    const path = `jobs.objectTypes[${i}]`;
    const name = knownObject(registry, written, path, report)?.name;
    if (name === undefined) return;
    if (names.includes(name)) report.add(path, `${name} is given twice (case is ignored)`);
    names.push(name);
  });
  return { every: parseInterval(every), objectTypes: names, autoMerge };
}
