import { createHash } from 'node:crypto';
import { readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { makeFolder, PRIVATE } from '../../../runtime/make-folder.js';
import { DecidedPairs, type JudgedPair } from '../../../index/clustering/decided-pairs.js';
import type { Configuration } from '../../../store/config/configuration.js';
import { methodOptions } from '../../../store/config/resolve-definitions.js';
import { packScenario } from '../../../index/threads/portable-scenario.js';
import { TextRows } from '../../../matching/text-rows.js';
import type { Scenario } from '../../../matching/scenario.js';
import type { ObjectType } from '../../../records/object-type.js';
import { GroupSummary } from '../../../files/report/group-summary.js';
import { packageRoot } from '../../../runtime/package-root.js';
import { note } from '../../../runtime/notes.js';
import { Failure } from '../../../runtime/failure.js';
import { lockFolder } from '../../../store/lock.js';
import { StoreLockedError } from '../../../store/store-errors.js';
import { programDigest } from '../../../service/index-snapshot/program-digest.js';
import { folderOfBatch } from '../stages/batch-folder.js';
import { answersOn, AnswersOnInput, namesOf } from '../../../files/answers/answers-on-input.js';
import { removeIfEmpty } from '../../../files/clean/output-folder.js';
import { chooseScenarios, reduceAll } from '../../../files/dedupe/asked-scenarios.js';
import { keptInMemory } from '../../../files/dedupe/learn-scenario.js';
import { PairFlow } from '../../../files/dedupe/pair-flow.js';
import { prepare, type Prepared } from '../../../files/dedupe/prepare.js';
import { readInput, stateOfInput } from '../../../files/dedupe/read-input.js';
import type { DedupeRows, TakeRow } from '../../../files/dedupe/read-rows.js';
import { OutputFile } from '../../../files/write/output-file.js';
import { writeDedupeReport } from '../../../files/report/comparison-report.js';
import { ReportSample } from '../../../files/report/report-sample.js';
import type { EngineOptions } from '../stages/dedupe-by-engine.js';
import { collect } from './collect.js';
import { comparisonOf, fromJson, sparkPlan, toJson, type SparkComparison, type SparkPlan } from './spark-plan.js';
import { SparkRows } from './spark-rows.js';
import { confOf, executorCores, findSparkSubmit, isLocal, STEPS, submit, submitArguments } from './submit.js';

/** `memory` applies to the driver and to each executor. `work` is a folder visible to all executors, or its URL. */
export interface SparkOptions extends EngineOptions {
  readonly sparkSubmit: string | undefined;
  readonly sparkMaster: string | undefined;
  readonly sparkConf: readonly string[];
  /** An archive that contains Node.js, for executors without Node.js. */
  readonly nodeArchive: string | undefined;
  readonly prepareOnly: boolean | undefined;
}

export type Compared = Pick<Prepared, 'rows' | 'scenarios' | 'learned' | 'notLearned'>;

export type SparkResult =
  | { readonly prepared: Compared; readonly pairs: number; readonly clusters?: number }
  /** Command lines that must be run in order. */
  | { readonly prepared: Compared; readonly lines: readonly string[] };

const PLAN = 'plan.json';
const KNOWN = 'rows-read.json';
const SETTINGS = 'settings.json';
/** Folder of the programs created by the build. */
const PROGRAMS = join(packageRoot, 'dist', 'spark');
const PROGRAM = 'likeness-stage.mjs';
const SUBMITTED = 'likeness_spark.py';
const STAGE = 'likeness_stage.py';

const THIS_MACHINE = 'local[*]';
/** The JavaScript heap's share of an executor's memory. The index is outside the heap. */
const OF_JAVASCRIPT = 0.4;

/**
 * Computes the same pairs, scores and groups as `dedupe`, with programs on a Spark cluster. After a failure, finished
 * steps remain in the work folder, and the next call with the same options reuses them.
 * @throws Failure and WrongUse, like `prepare`
 */
export async function dedupeBySpark(
  options: SparkOptions,
  configuration: Configuration,
  type: ObjectType,
  told: (prepared: Compared) => void,
): Promise<SparkResult> {
  const command = options.prepareOnly === true ? 'spark-submit' : await findSparkSubmit(options.sparkSubmit);
  const memory = options.memory ?? Math.min(totalmem(), process.constrainedMemory() || Infinity) / 2;
  const { work = `${options.out}.work` } = options;
  const isHere = !work.includes('://');
  const home = resolve(folderOfBatch(options));
  await makeFolder(home, PRIVATE);
  const lock = await lockFolder(home).catch((error: unknown) => {
    if (!(error instanceof StoreLockedError)) throw error;
    throw new Failure(`another run is using ${home}: wait until it ends, or choose another folder with --work`);
  });
  try {
    return await dedupeIn({ command, memory, work, home, isHere }, options, configuration, type, told);
  } finally {
    await lock.release();
    await removeIfEmpty(home);
  }
}

interface SparkPlace {
  readonly command: string;
  readonly memory: number;
  /** The work folder, or its URL. */
  readonly work: string;
  readonly home: string;
  readonly isHere: boolean;
}

async function dedupeIn(
  { command, memory, work, home, isHere }: SparkPlace,
  options: SparkOptions,
  configuration: Configuration,
  type: ObjectType,
  told: (prepared: Compared) => void,
): Promise<SparkResult> {
  const digest = await digestOfWork(options, configuration, type);
  const folder = join(home, digest.slice(0, 16));
  await forget(home, basename(folder));
  const { plan, prepared, judged } = await planned(folder, options, configuration, type);
  told(prepared);
  const master = options.sparkMaster ?? confOf(options.sparkConf, 'spark.master') ?? THIS_MACHINE;
  const settings = { master, memory, conf: options.sparkConf };
  const cores = executorCores(settings, availableParallelism());
  const archive = options.nodeArchive;
  const written = {
    ...{ digest, work: isHere ? folder : `${withoutSlash(work)}/${basename(folder)}` },
    ...{ plan: PLAN, program: PROGRAM, threads: cores },
    // The programs exit when this process exits.
    owner: options.prepareOnly === true ? null : process.pid,
    // Executors on this machine use the Node.js of this process.
    node: isLocal(master) ? process.execPath : 'node',
    nodeFlags: [`--max-old-space-size=${Math.ceil((memory * OF_JAVASCRIPT) / 2 ** 20)}`],
    nodeArchive: archive === undefined ? null : 'node',
    nodeArchivePath: archive === undefined ? null : resolve(archive),
  };
  await writeFile(join(folder, SETTINGS), JSON.stringify(written, null, 2));
  const program = [join(PROGRAMS, SUBMITTED), join(folder, SETTINGS)];
  const lines = STEPS.map((step) => submitArguments(step, { ...settings, cores }, [...program, step]));
  if (!(await isThere(join(folder, 'pairs', '_SUCCESS')))) {
    if (options.prepareOnly === true)
      return { prepared, lines: lines.map((line) => [command, ...line].map(quoted).join(' ')) };
    try {
      for (const [i, line] of lines.entries())
        await submit(command, line, { log: join(folder, `spark-${STEPS[i]!}.log`), isHere: isLocal(master) });
    } catch (error) {
      note(`finished work is kept in ${work}: run the same command to continue`);
      throw error;
    }
  }
  const threads = options.threads ?? availableParallelism();
  const { out, clusters, report } = options;
  // Pairs below the threshold remain on the cluster.
  const sample = report === undefined ? undefined : new ReportSample(prepared.scenarios, { hasNearMisses: false });
  const summary = sample && new GroupSummary();
  const flow = new PairFlow(new DecidedPairs(prepared.rows.count, judged), sample);
  const found = await collect(folder, plan, { out, clusters, memory, threads, flow, summary });
  if (sample && summary && report !== undefined)
    await writeDedupeReport(report, options, type, prepared, { pairs: sample.found(), groups: summary });
  await rm(folder, { recursive: true, force: true });
  return { prepared, ...found };
}

async function digestOfWork(options: SparkOptions, configuration: Configuration, type: ObjectType): Promise<string> {
  const { chosen } = await chooseScenarios(configuration, type, options.scenario);
  const hash = createHash('sha256').update(programDigest());
  for (const name of [PROGRAM, SUBMITTED, STAGE]) hash.update(await readFile(join(PROGRAMS, name)));
  if (options.labels !== undefined) hash.update(await readFile(options.labels));
  const work = {
    ...(await stateOfInput(options, type)),
    ...{ isLearned: options.scenario === undefined, chosen: chosen.map(packScenario), learn: options.learn },
    ...{ precision: options.precision, threshold: options.threshold, learnFrom: options.learnFrom },
    methods: methodOptions(configuration),
    learningRecords: configuration.settings.learningRecords,
  };
  return hash.update(toJson(work)).digest('hex');
}

async function forget(home: string, except: string): Promise<void> {
  for (const name of await readdir(home))
    if (/^[0-9a-f]{16}$/.test(name) && name !== except) await rm(join(home, name), { recursive: true, force: true });
}

interface Known {
  readonly rows: DedupeRows;
  readonly learned: Prepared['learned'];
  readonly notLearned: string | undefined;
  readonly judged: readonly JudgedPair[];
}

async function planned(
  folder: string,
  options: SparkOptions,
  configuration: Configuration,
  type: ObjectType,
): Promise<{ readonly plan: SparkPlan; readonly prepared: Compared; readonly judged: readonly JudgedPair[] }> {
  if (await isThere(join(folder, PLAN))) {
    note(`continuing with the finished work in ${folder}`);
    const plan = JSON.parse(await readFile(join(folder, PLAN), 'utf8')) as SparkPlan;
    const { rows, learned, notLearned, judged } = fromJson(await readFile(join(folder, KNOWN), 'utf8')) as Known;
    return {
      plan,
      judged,
      prepared: {
        rows,
        scenarios: comparisonOf(plan).asked,
        ...(learned && { learned }),
        ...(notLearned !== undefined && { notLearned }),
      },
    };
  }
  await rm(folder, { recursive: true, force: true });
  const kept = await SparkRows.into(join(folder, 'rows'));
  const { comparison, prepared, judged } =
    options.scenario === undefined
      ? await learned(kept, options, configuration, type)
      : await given(kept, options, configuration, type);
  const rows = { ...prepared.rows, ids: [], sources: [], texts: new TextRows() };
  const known: Known = { rows, learned: prepared.learned, notLearned: prepared.notLearned, judged };
  await writeFile(join(folder, KNOWN), toJson(known));
  const plan = sparkPlan(comparison, {
    ...{ rows: kept.count, hasIds: options.id !== undefined, hasSources: options.source !== undefined },
    stored: kept.stored,
  });
  await OutputFile.write(join(folder, PLAN), (output) => output.add(JSON.stringify(plan)));
  return { plan, prepared, judged };
}

interface Ready {
  readonly comparison: SparkComparison;
  readonly prepared: Compared;
  readonly judged: readonly JudgedPair[];
}

async function given(
  kept: SparkRows,
  options: SparkOptions,
  configuration: Configuration,
  type: ObjectType,
): Promise<Ready> {
  const { chosen, areGiven } = await chooseScenarios(configuration, type, options.scenario);
  const answers = await AnswersOnInput.open(options.labels, options);
  const take: TakeRow = (texts, name) => {
    const [wait, again] = [kept.add(texts, name), answers.add(name)];
    return wait && again ? Promise.all([wait, again]).then(() => undefined) : (wait ?? again);
  };
  const rows = await readInput(options, type, { unusedAre: 'not compared', take, keepsNames: true });
  await kept.end();
  const { judged } = await answers.decided();
  const asked = at(options.threshold, reduceAll(chosen, rows.fields, areGiven ? 'given' : 'listed'));
  const comparison = { indexed: chosen, asked, methods: methodOptions(configuration) };
  return { comparison, prepared: { rows, scenarios: asked }, judged };
}

async function learned(
  kept: SparkRows,
  options: SparkOptions,
  configuration: Configuration,
  type: ObjectType,
): Promise<Ready> {
  let indexed: readonly Scenario[] = [];
  let judged: readonly JudgedPair[] = [];
  const prepared = await prepare(
    { ...options, judged: () => judged },
    configuration,
    type,
    undefined,
    async (notes) => {
      const texts = new TextRows();
      const read = await readInput(options, type, {
        unusedAre: 'not compared',
        take: (row, name) => {
          notes?.add(row);
          texts.add(row);
          return kept.add(row, name);
        },
      });
      await kept.end();
      ({ judged } = await answersOn(options.labels, namesOf(read), options));
      const rows = { ...read, texts };
      const inMemory = keptInMemory(rows);
      return {
        ...{ ...inMemory, rows },
        index: (settings) => {
          indexed = settings.scenarios;
          return inMemory.index(settings);
        },
      };
    },
  );
  await prepared.index.end();
  const { rows, scenarios, learned: report, notLearned } = prepared;
  return {
    comparison: { indexed, asked: scenarios, methods: methodOptions(configuration) },
    judged,
    prepared: {
      ...{ rows, scenarios },
      ...(report && { learned: report }),
      ...(notLearned !== undefined && { notLearned }),
    },
  };
}

function at(threshold: number | undefined, scenarios: readonly Scenario[]): readonly Scenario[] {
  if (threshold === undefined) return scenarios;
  return scenarios.map((each) => ({ ...each, threshold: Math.round(threshold * 100) }));
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;

function withoutSlash(address: string): string {
  let end = address.length;
  while (address[end - 1] === '/') end--;
  return address.slice(0, end);
}
