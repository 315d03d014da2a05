import { randomInt } from 'node:crypto';
import { startThread } from '../runtime/entry-points.js';
import { makeId } from '../records/ids.js';
import type { Actor, LiveConfiguration } from './live-configuration.js';
import { describeKeptApart, describeUncounted } from './describe-kept-apart.js';
import { exportConfiguration } from '../config/export-config.js';
import type { Imported } from '../config/import/import-configuration.js';
import { sealWhere } from '../matching/sealed-values.js';
import type { ScenarioDefinition } from '../matching/scenario.js';
import type { Previewing } from '../service/explain/preview.js';
import type { ImportOutcome, ImportWork } from '../config/import/import-thread.js';

/**
 * A job of the product's command-line client: it is submitted, then asked after until it has ended. Ours have ended
 * when the answer comes.
 */
export interface ConfigurationJob {
  readonly id: string;
  readonly kind: 'export' | 'import';
  readonly status: 'Completed' | 'Failed';
  /** How it ended, for people. */
  readonly extendedStatus: string;
  /** For an import: what contradictions would keep apart, and what it could not use, at most `MOST_WARNINGS`. */
  readonly warnings: readonly string[];
}

/** Key prefix of the platform's jobs. */
const JOB_PREFIX = '707';
/** Jobs that are remembered; the oldest are forgotten first. */
const MOST_JOBS = 100;
const MOST_WARNINGS = 100;
/** Left-out parts that a message names. */
const MOST_NAMED = 5;
const IMPORT_SECONDS = 60;

/**
 * Exports and imports of the configuration by clients. Jobs are a client's own, kept in memory, and forgotten with the
 * process.
 */
export class ConfigurationJobs {
  readonly #jobs = new Map<string, ConfigurationJob & { readonly clientId: string }>();
  #isImporting = false;

  /**
   * @param live without a configuration folder imports are refused
   * @param previewing counts what contradictions would keep apart
   */
  constructor(
    private readonly live: LiveConfiguration,
    private readonly previewing: () => Pick<Previewing, 'keptApart'>,
  ) {}

  /** Takes note of an export; `download` makes it. */
  export(clientId: string): ConfigurationJob {
    return this.#note(clientId, 'export', 'Completed', 'The configuration that the service runs with.');
  }

  /**
   * Checks an export as `likeness config import` does and writes it into the configuration folder: all of it or
   * nothing. It is read and checked in a thread of its own. It is in use at once where that is possible without a
   * restart.
   *
   * @param bytes JSON in UTF-8
   */
  async import(actor: Actor, bytes: Uint8Array): Promise<ConfigurationJob> {
    const clientId = actor.by;
    const fail = (reason: string) => this.#note(clientId, 'import', 'Failed', `Nothing was imported: ${reason}`);
    if (this.live.folder === undefined)
      return fail('the service runs without a configuration folder (serve --config DIR)');
    if (this.#isImporting) return fail('another import is under way');
    this.#isImporting = true;
    try {
      const { written: imported, later } = await this.live.write(actor, async (folder) => {
        const outcome = await runThread({ folder, bytes });
        if (outcome.kind !== 'imported') throw new NothingImported(outcome.reason);
        if (!outcome.imported.complete) throw new NothingImported(leftOut(outcome.imported));
        return outcome.imported;
      });
      const when = later ? `It takes effect at the next start of the service: ${later.message}.` : 'It is in use.';
      const text = `Imported into ${imported.written.join(', ') || 'no file'}. ${when}`;
      const apart = await this.#keptApart(imported, later !== undefined);
      return this.#note(clientId, 'import', 'Completed', text, [...apart, ...warningsOf(imported)]);
    } catch (error) {
      if (error instanceof NothingImported) return fail(error.message);
      throw error;
    } finally {
      this.#isImporting = false;
    }
  }

  async #keptApart({ withoutContradictions }: Imported, isUnused: boolean): Promise<string[]> {
    if (withoutContradictions.length === 0) return [];
    if (isUnused) return [describeUncounted(withoutContradictions)];
    const { signal } = new AbortController();
    return describeKeptApart(await this.previewing().keptApart(withoutContradictions, signal));
  }

  /** A client's job; `undefined` for one of another client, of another kind, or forgotten. */
  find(clientId: string, kind: ConfigurationJob['kind'], id: string): ConfigurationJob | undefined {
    const job = this.#jobs.get(id);
    return job?.clientId === clientId && job.kind === kind ? job : undefined;
  }

  /**
   * The export itself, as JSON text.
   *
   * @param withValues whether values that models list may be shown: they stand in stored records. Else they are digests
   */
  download(withValues: boolean): string {
    const { current } = this.live;
    const scenarioDefinitions = withValues ? current.scenarioDefinitions : current.scenarioDefinitions.map(sealed);
    return JSON.stringify(exportConfiguration({ ...current, scenarioDefinitions }, new Date()), null, 2);
  }

  #note(
    clientId: string,
    kind: ConfigurationJob['kind'],
    status: ConfigurationJob['status'],
    extendedStatus: string,
    warnings: readonly string[] = [],
  ): ConfigurationJob {
    const id = makeId(JOB_PREFIX, randomInt(2 ** 48 - 1));
    const job = { id, kind, status, extendedStatus, warnings, clientId };
    this.#jobs.set(id, job);
    for (const oldest of this.#jobs.keys()) {
      if (this.#jobs.size <= MOST_JOBS) break;
      this.#jobs.delete(oldest);
    }
    return job;
  }
}

/** The message says why. */
class NothingImported extends Error {}

function leftOut({ leftOut: parts }: Imported): string {
  const named = parts.slice(0, MOST_NAMED).map(({ path, reason }) => `${path}: ${reason}`);
  const more = parts.length > MOST_NAMED ? [`and ${parts.length - MOST_NAMED} more`] : [];
  return `it could not be taken over whole: ${[...named, ...more].join('; ')}`;
}

function warningsOf({ methods, declared, kept, notUsed }: Imported): string[] {
  return [
    ...kept.map((id) => `scenario ${id} stood in the folder already and still applies`),
    ...declared.map(({ object, field, type, by }) => `${object}.${field} was declared as ${type} (by ${by})`),
    ...methods
      .filter(({ nearness }) => nearness !== 'same')
      .map(({ path, matchMethod, method, note }) => `${path}: ${matchMethod} became ${method}: ${note ?? 'near'}`),
    ...notUsed.map(({ path, reason }) => `${path}: ${reason}`),
  ].slice(0, MOST_WARNINGS);
}

function runThread(work: ImportWork): Promise<ImportOutcome> {
  const thread = startThread('importConfiguration', work);
  return new Promise((resolve) => {
    const end = (outcome: ImportOutcome) => {
      clearTimeout(timer);
      resolve(outcome);
      void thread.terminate();
    };
    const failed = (reason: string) => end({ kind: 'failed', reason });
    const timer = setTimeout(() => failed(`it took longer than ${IMPORT_SECONDS} seconds`), IMPORT_SECONDS * 1_000);
    thread.once('message', (outcome: ImportOutcome) => end(outcome));
    thread.once('error', (error) => failed(error.message));
    thread.once('exit', () => failed('the thread that read it ended early'));
  });
}

/** Scores as it does. */
function sealed(scenario: ScenarioDefinition): ScenarioDefinition {
  if (scenario.model === undefined) return scenario;
  const fields = scenario.model.fields.map(({ frequencies, ...field }) => ({
    ...field,
    ...(frequencies && { frequencies: sealWhere(frequencies, () => true) }),
  }));
  return { ...scenario, model: { ...scenario.model, fields } };
}
