import { mkdirSync, rmSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { KEY, writeWithTruth } from '../harness/data-folder.js';
import { finish, likeness, start, type Finished } from '../harness/program.js';
import { temporaryFolder } from '../harness/temporary-folder.js';
import { matchLargeBySplink, type Splink } from '../peers/splink.js';
import { Contacts } from '../synthetic/contacts.js';
import { hasOption } from './commands.js';
import { folderBytes } from './disk.js';
import { judgeFile, personsOf, type Persons } from './judge.js';
import type { Figures } from './measurement.js';

/** One process with the rows in memory, instead of an engine of `dedupe --engine`. */
export const IN_MEMORY = 'memory';
/** Maximum pairs of a comparison in memory. There are about three times as many pairs as rows. */
const MOST_IN_MEMORY = 1_000_000;
/** Percent. Both programs call a pair a match at a probability of at least 50 %. */
const LIKELIER_THAN_NOT = 50;

/** A generated file with its truth, in its own folder. */
export interface File {
  readonly csv: string;
  readonly size: number;
  readonly persons: Persons;
  readonly folder: string;
}

export async function generatedFile(size: number): Promise<File> {
  const folder = temporaryFolder('batch');
  const csv = join(folder, 'contacts.csv');
  await writeWithTruth(csv, undefined, size);
  return { csv, size, persons: personsOf(new Contacts(), size), folder };
}

export const batchWay = (engine: string, bound: string): string =>
  engine === IN_MEMORY ? 'likeness dedupe, rows in memory' : `likeness dedupe --engine ${engine} --memory ${bound}`;

/** Runs one command, which learns from the file first. @returns the measurements, or why they are impossible */
export async function batch(file: File, engine: string, bound: string): Promise<Figures | string> {
  const isInMemory = engine === IN_MEMORY;
  if (isInMemory && file.size > MOST_IN_MEMORY) return 'more pairs than are compared in memory';
  if (!isInMemory && !(await hasOption('dedupe', '--engine'))) return '`dedupe` has no option --engine';
  const work = new Work(file.folder);
  const options = {
    object: 'Contact',
    id: KEY,
    out: work.pairs,
    clusters: work.groups,
    ...(!isInMemory && { engine, memory: bound }),
  };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const run = start(likeness('dedupe', file.csv, ...args, '--json'), { TMPDIR: work.scratch });
  return work.figures(await finish(run, work.used), file);
}

export const splinkWay = ({ version }: Splink, bound: string): string => `Splink ${version} on DuckDB, ${bound}`;

/** Runs Splink on the same file: training, pairs and groups. @returns measurements and a note on its blocking rules */
export async function splinkBatch(
  file: File,
  splink: Splink,
  bound: string,
): Promise<{ readonly figures: Figures; readonly note: string }> {
  const work = new Work(file.folder);
  const run = await matchLargeBySplink(
    splink,
    file.csv,
    work.pairs,
    {
      memory: bound,
      threads: availableParallelism(),
      scratch: work.scratch,
      least: LIKELIER_THAN_NOT,
      clusters: work.groups,
    },
    work.used,
  );
  const figures = await work.figures({ ...run, seconds: run.seconds - run.analysisSeconds }, file);
  const rules = Object.entries(run.rules).map(([rule, pairs]) => `${rule} (${pairs.toLocaleString('en-US')})`);
  return { figures, note: `Blocking rules of Splink, with their pairs: ${rules.join('; ')}.` };
}

/** The folder of one run. */
class Work {
  readonly folder: string;
  readonly pairs: string;
  readonly groups: string;
  readonly scratch: string;

  constructor(parent: string) {
    this.folder = join(parent, 'work');
    rmSync(this.folder, { recursive: true, force: true });
    this.pairs = join(this.folder, 'pairs.csv');
    this.groups = join(this.folder, 'groups.csv');
    this.scratch = join(this.folder, 'scratch');
    mkdirSync(this.scratch, { recursive: true });
  }

  /** Bytes of the folder without the results. */
  readonly used = (): number => folderBytes(this.folder, new Set([this.pairs, this.groups]));

  async figures(run: Finished, { csv, persons }: File): Promise<Figures> {
    const { found, precision, recall } = await judgeFile(this.pairs, persons);
    rmSync(this.folder, { recursive: true });
    return {
      seconds: run.seconds,
      ...(run.processorSeconds !== undefined && { processorSeconds: run.processorSeconds }),
      ...(run.peakBytes !== undefined && { batchPeak: run.peakBytes }),
      scratch: run.scratchBytes,
      input: statSync(csv).size,
      pairs: found,
      precision,
      recall,
    };
  }
}
