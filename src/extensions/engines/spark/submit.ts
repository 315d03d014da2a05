import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, createWriteStream } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import { delimiter, dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { sameId } from '../../../files/dedupe/read-rows.js';
import { Failure } from '../../../runtime/failure.js';
import { textOfEngine } from '../tables/engine-text.js';
import { note, progress, type Progress } from '../../../runtime/notes.js';

/** Steps, submitted in this order. The steps are separate, because they need different amounts of memory. */
export const STEPS = ['values', 'pairs'] as const;
export type SparkStep = (typeof STEPS)[number];

export interface SubmitSettings {
  readonly master: string;
  /** Memory in bytes for the driver and for each executor. */
  readonly memory: number;
  /** Settings as `key=value`, which override all other settings. */
  readonly conf: readonly string[];
}

interface Told {
  readonly stage?: string;
  readonly done?: number;
  readonly of?: number;
  readonly note?: string;
  readonly failed?: string;
  readonly sameId?: { readonly id: string; readonly one: number; readonly two: number };
}

/** Default number of CPUs per executor. */
const CORES = 4;
/** The JVM's share of an executor's memory. Spark joins in the first step and does almost no work in the second. */
const OF_JAVA = { values: 0.6, pairs: 0.2 };
const LEAST_OF_JAVA = 512e6;

export const isLocal = (master: string): boolean => master.startsWith('local');

/** Returns the CPUs per executor. In the pairs step, a task uses all threads of its executor. */
export function executorCores({ master, conf }: SubmitSettings, here: number): number {
  const [, threads] = /^local\[(\d+|\*)/.exec(master) ?? [];
  if (isLocal(master)) return threads === undefined ? 1 : threads === '*' ? here : Number(threads);
  return Number(confOf(conf, 'spark.executor.cores') ?? CORES);
}

/** Returns the arguments of spark-submit. @param program path and arguments of the program */
export function submitArguments(
  step: SparkStep,
  settings: SubmitSettings & { readonly cores: number },
  program: readonly string[],
): string[] {
  const { master, memory, conf, cores } = settings;
  const java = Math.max(LEAST_OF_JAVA, memory * OF_JAVA[step]);
  const own: [string, string][] = [
    // Ensures that an executor has only one index.
    ['spark.task.cpus', String(step === 'pairs' ? cores : 1)],
    ['spark.sql.execution.arrow.maxRecordsPerBatch', '65536'],
    ['spark.ui.showConsoleProgress', 'false'],
    ['spark.driver.memory', megabytes(isLocal(master) ? java : Math.max(LEAST_OF_JAVA, java / 2))],
    ...(isLocal(master)
      ? []
      : ([
          ['spark.executor.cores', String(cores)],
          ['spark.executor.memory', megabytes(java)],
          ['spark.executor.memoryOverhead', megabytes(Math.max(384e6, memory - java))],
        ] satisfies [string, string][])),
  ];
  const chosen = own.filter(([key]) => confOf(conf, key) === undefined);
  return [
    ...['--master', master],
    ...[...chosen.map(([key, value]) => `${key}=${value}`), ...conf].flatMap((each) => ['--conf', each]),
    ...program,
  ];
}

export function confOf(conf: readonly string[], key: string): string | undefined {
  return conf.findLast((each) => each.startsWith(`${key}=`))?.slice(key.length + 1);
}

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 2 ** 20)}m`;

/** Finds spark-submit. @throws Failure that names the package to install */
export async function findSparkSubmit(given: string | undefined): Promise<string> {
  const { PATH = '', SPARK_HOME, LIKENESS_SPARK_SUBMIT } = process.env;
  const places =
    given !== undefined
      ? [given]
      : [
          ...(LIKENESS_SPARK_SUBMIT ? [LIKENESS_SPARK_SUBMIT] : []),
          ...PATH.split(delimiter).map((folder) => join(folder, 'spark-submit')),
          ...(SPARK_HOME ? [join(SPARK_HOME, 'bin', 'spark-submit')] : []),
        ];
  for (const place of places) if (await canRun(place)) return place;
  throw new Failure(
    given === undefined
      ? '--engine spark needs spark-submit, which is neither on the PATH nor in SPARK_HOME: install it with pip install pyspark pyarrow pandas (430 MB; Spark also needs Java 17), or give its path with --spark-submit'
      : `${given} is not an executable spark-submit: install it with pip install pyspark pyarrow pandas`,
  );
}

/**
 * @param log receives Spark's output @param isHere whether the executors are threads of this machine @throws Failure
 */
export async function submit(
  command: string,
  args: readonly string[],
  { log, isHere }: { readonly log: string; readonly isHere: boolean },
): Promise<void> {
  const env = { ...(await pythonBeside(command, isHere)), ...process.env };
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
  const written = createWriteStream(log);
  child.stderr.pipe(written);
  const bars = new StageBars();
  let failed: Error | undefined;
  const stop = (): void => void child.kill('SIGTERM');
  process.once('exit', stop);
  try {
    const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
    for await (const line of createInterface({ input: child.stdout })) {
      if (!line.startsWith('likeness {')) continue;
      const told = JSON.parse(line.slice('likeness '.length)) as Told;
      if (told.sameId) failed = sameId(told.sameId.one, told.sameId.two, textOfEngine(told.sameId.id));
      else if (told.failed !== undefined) failed ??= new Failure(`Spark: ${told.failed} (full output: ${log})`);
      else bars.show(told);
    }
    const [code, signal] = await closed;
    if (failed) throw failed;
    if (code === 0) return;
    const last = (await readFile(log, 'utf8')).trim().split('\n').slice(-3).join(' | ').slice(-1_000);
    throw new Failure(`spark-submit exited with ${signal ?? code ?? 'nothing'}: ${last} (full output: ${log})`);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(`spark-submit failed: ${(error as Error).message}`);
  } finally {
    bars.stop();
    process.off('exit', stop);
    written.end();
  }
}

/** Returns an environment that uses the Python next to spark-submit, because pip may have installed both together. */
async function pythonBeside(command: string, isHere: boolean): Promise<NodeJS.ProcessEnv> {
  const python = resolve(dirname(command), 'python3');
  if (!(await canRun(python))) return {};
  return { PYSPARK_DRIVER_PYTHON: python, ...(isHere && { PYSPARK_PYTHON: python }) };
}

const canRun = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );

class StageBars {
  #stage: string | undefined;
  #bar: Progress | undefined;

  show({ stage, done = 0, of = 1, note: text = '' }: Told): void {
    if (stage === undefined) return;
    if (stage !== this.#stage) {
      this.stop();
      this.#stage = stage;
      this.#bar = progress(stage, of);
      note(`spark: ${stage}`);
    }
    this.#bar!.update(done, text === '' ? `${done} of ${of}` : text);
  }

  stop(): void {
    this.#bar?.stop();
  }
}
