import { folderOfBatch, pathsOfBatch } from '../../extensions/engines/stages/batch-folder.js';
import { InvalidArgumentError, type Command } from 'commander';
import type { Configuration } from '../../store/config/configuration.js';
import type { ObjectType } from '../../records/object-type.js';
import { dedupeByEngine, type EngineOptions } from '../../extensions/engines/stages/dedupe-by-engine.js';
import { dedupeBySpark, type SparkOptions } from '../../extensions/engines/spark/dedupe-by-spark.js';
import { DecidedPairs } from '../../index/clustering/decided-pairs.js';
import { answersOn, namesOf } from '../../files/answers/answers-on-input.js';
import { readInput } from '../../files/dedupe/read-input.js';
import { AUTO_LEARNS_FROM } from '../../files/read/guess/auto-object.js';
import { choice, command, flag, parsed, repeated, required, text } from '../command.js';
import { dedupeStored, ownOptions } from '../dedupe/dedupe-stored.js';
import {
  answersText,
  comparedText,
  notesOn,
  outnumbered,
  shownScenario,
} from '../../files/dedupe/describe-compared.js';
import { expectedAt } from '../../files/learning/expected-quality.js';
import { prepare, type Prepared } from '../../files/dedupe/prepare.js';
import { objectOf } from '../../files/read/object-of.js';
import { recordsFile, recordsOptions, rowOptions, withMeantStore } from '../dedupe/records-options.js';
import { BUILT_IN } from '../../files/dedupe/asked-scenarios.js';
import { writePairs, type PairFiles } from '../../files/dedupe/write-pairs.js';
import { WrongUse } from '../../runtime/failure.js';
import { configurationMeant } from '../open/configuration-meant.js';
import { storedRecords } from '../meant-store.js';
import {
  jsonOption,
  labelsOption,
  parseSize,
  scenarioFile,
  scoreOptions,
  serviceAddress,
  reportOption,
  threadsOption,
} from '../options.js';
import { OutputFile } from '../../files/write/output-file.js';
import { show } from '../output/print.js';
import { PairFlow } from '../../files/dedupe/pair-flow.js';
import { writeDedupeReport } from '../../files/report/comparison-report.js';
import { ReportSample } from '../../files/report/report-sample.js';
import { GroupSummary } from '../../files/report/group-summary.js';
import { note, progress } from '../../runtime/notes.js';

const sparkOptions = {
  sparkSubmit: text(
    '--spark-submit <path>',
    'with --engine spark: path of spark-submit (default: found in PATH or SPARK_HOME)',
  ),
  sparkMaster: text(
    '--spark-master <address>',
    'with --engine spark: URL of the cluster, such as yarn, spark://host:7077 or k8s://https://host (default: this machine)',
  ),
  sparkConf: repeated(
    '--spark-conf <key=value>',
    'with --engine spark: a Spark setting, which overrides the settings of the command; may be repeated',
    (value) => {
      if (!/^[\w.-]+=/.test(value)) throw new InvalidArgumentError('expected key=value');
      return [value];
    },
  ),
  nodeArchive: text(
    '--node-archive <file>',
    'with --engine spark: a .tar.gz archive of Node.js, for executors that do not have it (default: the `node` on their PATH)',
  ),
  prepareOnly: flag(
    '--prepare-only',
    'with --engine spark: write the rows and programs, and print the spark-submit command instead of running it; to continue, run the same command without this option',
  ),
};

export const dedupeCommand = (): Command =>
  command({
    name: 'dedupe',
    description:
      'find all pairs of duplicates in a file, a data folder or a running service (a file needs no server, and its rows are not saved)',
    inputs: {
      ...recordsFile,
      ...rowOptions,
      ...recordsOptions,
      ...serviceAddress,
      scenario: scenarioFile,
      learn: flag('--learn', 'learn a scenario from any number of rows and fields; fail if that is impossible'),
      ...scoreOptions,
      ...labelsOption,
      out: required('--out <file>', 'output file for the pairs, with the columns id1,id2,score'),
      clusters: text('--clusters <file>', 'output file for the groups, with the columns cluster,id'),
      threads: threadsOption,
      engine: choice('--engine <name>', 'engine for more rows than fit in memory: a DuckDB file or a Spark cluster', [
        'duckdb',
        'spark',
      ] as const),
      memory: parsed(
        '--memory <size>',
        'with --engine: memory limit (with Spark, for each executor), such as 4GB (default: half of the memory)',
        parseSize,
      ),
      work: text(
        '--work <dir>',
        'with --engine: working folder, from which an interrupted run resumes (default: next to --out); with Spark, a folder that all executors can access, or a URL such as s3a://bucket/work',
      ),
      ...sparkOptions,
      ...reportOption,
      ...jsonOption,
    },
    remarks: `A scenario is learned from the rows if there are at least 200 rows (setting \`learningRecords\`) and two fields to
compare. Otherwise the \`restSearch\` scenarios are used, and a note gives the reason.
Records of a data folder (--data) or a running service (--url) are compared by a job, like \`jobs start\`, with the
scenarios of the REST search; \`jobs groups\` lists its groups. With --learn, --scenario FILE, --threshold,
--precision, --source, --threads, --labels, --engine or --report, the records of a data folder are compared like the
rows of a file, and nothing is stored.
Two rows are a pair if a search with the values of either row finds the other. The score is the higher of the two.
All rows are compared, including incomplete rows.
Two groups are joined, best pairs first, if at least a third of the possible pairs between them are found. Rows without a
duplicate are in no group.`,
    examples: [
      'dedupe people.csv --out pairs.csv',
      'dedupe people.csv --object Contact --id record_id --map given_name=FirstName --map surname=LastName --out pairs.csv',
      'dedupe both.csv --object Account --id id --source system --out pairs.csv --clusters groups.csv',
      'dedupe --data data/store --object Contact --out pairs.csv',
      'dedupe --store postgres://likeness:secret@db/likeness --object Contact --out pairs.csv',
      'dedupe --url http://127.0.0.1:8080 --token "$TOKEN" --object Contact --out pairs.csv --clusters groups.csv',
      'dedupe people.csv --object Contact --precision 99 --out pairs.csv',
      'dedupe people.csv --object Contact --scenario built-in --out pairs.csv',
      'dedupe people.csv --object Contact --out pairs.csv --report report.html',
      'dedupe people.csv --object Contact --id id --scenario learned.json --engine spark --spark-master yarn --work hdfs:///likeness --memory 16GB --out pairs.csv',
    ],
    run: async (given) => {
      const started = performance.now();
      const options = withMeantStore(given);
      refuseEngineOptions(options);
      await OutputFile.checkAll(
        [options.report, options.out, options.clusters],
        [options.file, options.scenario, options.labels],
        options.engine === undefined ? [] : pathsOfBatch(folderOfBatch(options)),
      );
      const configured = await configurationMeant(options);
      if (isStored(options)) {
        const found = await dedupeStored(options, configured);
        const seconds = secondsSince(started);
        show(options.json, { ...found, seconds }, () => {
          const groups = found.clusters === undefined ? '' : ` in ${found.clusters} groups`;
          return `${found.rows} records compared by ${found.job}: ${found.pairs} pairs of duplicates${groups} (${seconds.toFixed(1)} s)\n`;
        });
        return;
      }
      const { type, ahead, auto, configuration } = await objectOf(
        { ...options, mayBeAuto: options.scenario === undefined && options.map.length === 0 },
        configured,
      );
      const records = storedRecords(options, configuration);
      const input = { ...options, ahead, auto, records, ...(auto && { learnFrom: AUTO_LEARNS_FROM }) };
      if (options.engine !== undefined) {
        const found = await byEngine({ ...options, ...input, engine: options.engine }, configuration, type);
        if ('lines' in found) {
          show(options.json, { lines: found.lines }, () => `${found.lines.join('\n')}\n`);
          return;
        }
        const { prepared, ...counts } = found;
        tell(options.json, type.name, prepared, counts, secondsSince(started));
        return;
      }
      let decided = new DecidedPairs(0, []);
      const prepared = await prepare({ ...input, judged: () => decided.judged }, configuration, type, async (take) => {
        const read = await readInput(input, type, { unusedAre: 'not compared', ...(take && { take }) });
        decided = await answersOn(options.labels, namesOf(read), input);
        return read;
      });
      for (const line of notesOn(prepared, options.precision)) note(line);
      const { out, clusters, report } = options;
      const sample = report === undefined ? undefined : new ReportSample(prepared.scenarios);
      const groups = new GroupSummary();
      const files = { out, clusters, ...(sample && { summary: groups }) };
      const result = await compare(prepared, files, new PairFlow(decided, sample)).finally(() => prepared.index.end());
      if (sample && report !== undefined)
        await writeDedupeReport(report, input, type, prepared, { pairs: sample.found(), groups });
      tell(options.json, type.name, prepared, result, secondsSince(started));
    },
  });

function tell(
  json: boolean | undefined,
  object: string,
  prepared: Pick<Prepared, 'rows' | 'scenarios' | 'learned' | 'notLearned'>,
  found: { readonly pairs: number; readonly clusters?: number },
  seconds: number,
): void {
  const { rows, scenarios, learned, notLearned } = prepared;
  const report = {
    object,
    rows: rows.count,
    scenarios: scenarios.map(({ id }) => id),
    ...found,
    compared: scenarios.map(shownScenario),
    ...(learned && { expected: expectedAt(learned, scenarios[0]!) }),
    ...(notLearned !== undefined && { notLearned }),
    seconds,
  };
  if (report.pairs > report.rows) note(outnumbered(report));
  show(json, report, () => {
    const groups = found.clusters === undefined ? '' : ` in ${found.clusters} groups`;
    const counts = `${report.rows} rows compared: ${report.pairs} pairs of duplicates${groups} (${seconds.toFixed(1)} s)`;
    return [counts, ...answersText(learned), comparedText(prepared)].join('\n');
  });
}

function byEngine(
  options: EngineOptions & SparkOptions & { readonly engine: 'duckdb' | 'spark' },
  configuration: Configuration,
  type: ObjectType,
) {
  const tellNotes = (prepared: Pick<Prepared, 'learned' | 'notLearned'>): void => {
    for (const line of notesOn(prepared, options.precision)) note(line);
  };
  if (options.engine === 'spark') return dedupeBySpark(options, configuration, type, tellNotes);
  return dedupeByEngine(options, configuration, type, tellNotes);
}

/** @throws WrongUse for options of another engine */
function refuseEngineOptions(
  options: Pick<EngineOptions, 'memory' | 'work'> &
    Pick<SparkOptions, 'sparkSubmit' | 'sparkMaster' | 'sparkConf' | 'nodeArchive' | 'prepareOnly'> & {
      readonly engine: 'duckdb' | 'spark' | undefined;
    },
): void {
  if (options.engine !== 'spark')
    refuse('--engine spark', {
      '--spark-submit': options.sparkSubmit !== undefined,
      '--spark-master': options.sparkMaster !== undefined,
      '--spark-conf': options.sparkConf.length > 0,
      '--node-archive': options.nodeArchive !== undefined,
      '--prepare-only': options.prepareOnly === true,
    });
  if (options.engine === undefined)
    refuse('--engine', { '--memory': options.memory !== undefined, '--work': options.work !== undefined });
}

function refuse(without: string, isGiven: Readonly<Record<string, boolean>>): void {
  const given = Object.keys(isGiven).filter((option) => isGiven[option]);
  if (given.length > 0) throw new WrongUse(`${given.join(', ')}: only valid with ${without}`);
}

const secondsSince = (started: number): number => Math.round(performance.now() - started) / 1000;

/** Returns whether a job compares stored records. False if an option requires a comparison in this process. */
function isStored(options: Parameters<typeof dedupeStored>[0] & Readonly<Record<string, unknown>>): boolean {
  const own = ownOptions(options);
  if (options.url !== undefined) {
    if (options.data !== undefined || options.store !== undefined)
      throw new WrongUse('give only one of --data, --store and --url');
    if (own.length > 0) throw new WrongUse(`--url compares the records of the service: remove ${own.join(', ')}`);
    return true;
  }
  if (options.token !== undefined) throw new WrongUse('--token needs --url');
  return (
    (options.data !== undefined || options.store !== undefined) &&
    own.length === 0 &&
    (options.scenario === undefined || options.scenario === BUILT_IN)
  );
}

async function compare(
  { rows, index, scenarios }: Prepared,
  files: PairFiles,
  flow: PairFlow,
): Promise<{ pairs: number; clusters?: number }> {
  const bar = progress('comparing', rows.count);
  let found = 0;
  const pairs = index.pairs({
    scenarios: flow.sample?.looked ?? scenarios,
    progress: (done) => bar.update(done, `${found} pairs`),
  });
  const { decided } = flow;
  return writePairs(rows, flow.of(pairs), { ...files, decided }, (count) => (found = count)).finally(() => bar.stop());
}
