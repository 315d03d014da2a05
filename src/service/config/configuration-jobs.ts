import { randomInt } from 'node:crypto';
import { startThread } from '../../runtime/entry-points.js';
import { ID_NUMBERS, makeId } from '../../records/ids.js';
import type { Actor, LiveConfiguration } from './live-configuration.js';
import { describeKeptApart, describeUncounted } from './describe-kept-apart.js';
import { exportConfiguration } from '../../store/config/export-config.js';
import type { Imported } from '../../store/config/import/import-configuration.js';
import { sealWhere } from '../../matching/model-definition.js';
import type { ScenarioDefinition } from '../../matching/scenario.js';
import type { Previewing } from '../explain/preview.js';
import type { ImportOutcome, ImportWork } from '../../store/config/import/import-thread.js';

/**
 * A job as the product's command-line client expects it: submitted, then polled. In this service, the job has ended by
 * the time the client receives the response to its submission.
 */
export interface ConfigurationJob {
  readonly id: string;
  readonly kind: 'export' | 'import';
  readonly status: 'Completed' | 'Failed';
  readonly extendedStatus: string;
  /** For an import: pairs that contradictions would separate, and unused parts. At most `MOST_WARNINGS`. */
  readonly warnings: readonly string[];
}

const JOB_PREFIX = '707';
/** Maximum number of jobs in memory. The oldest are dropped. */
const MOST_JOBS = 100;
const MOST_WARNINGS = 100;
const MOST_NAMED = 5;
const IMPORT_SECONDS = 60;

/** Configuration exports and imports by clients. Jobs belong to a client and are kept in memory only. */
export class ConfigurationJobs {
  readonly #jobs = new Map<string, ConfigurationJob & { readonly clientId: string }>();
  #isImporting = false;

  /**
   * @param live without a configuration folder, imports fail
   * @param previewing counts pairs that contradictions would separate
   */
  constructor(
    private readonly live: LiveConfiguration,
    private readonly previewing: () => Pick<Previewing, 'keptApart'>,
  ) {}

  export(clientId: string): ConfigurationJob {
    return this.#note(clientId, 'export', 'Completed', 'The configuration that the service runs with.');
  }

  /**
   * Checks an export like `likeness config import` and writes it to the configuration folder, completely or not at all.
   * Runs in a thread. The configuration is used immediately unless it needs a restart.
   * @param bytes JSON in UTF-8
   */
  async import(actor: Actor, bytes: Uint8Array): Promise<ConfigurationJob> {
    const clientId = actor.by;
    const fail = (reason: string) => this.#note(clientId, 'import', 'Failed', `Nothing was imported: ${reason}`);
    if (this.live.folder === undefined)
      return fail('the service runs without a configuration folder (serve --config DIR)');
    if (this.#isImporting) return fail('another import is running');
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

  /** Returns a client's job; `undefined` if it belongs to another client, is of another kind, or was dropped. */
  find(clientId: string, kind: ConfigurationJob['kind'], id: string): ConfigurationJob | undefined {
    const job = this.#jobs.get(id);
    return job?.clientId === clientId && job.kind === kind ? job : undefined;
  }

  /**
   * Returns the export as JSON.
   * @param withValues whether to include the values in models, which occur in stored records, instead of digests
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
    const id = makeId(JOB_PREFIX, randomInt(ID_NUMBERS));
    const job = { id, kind, status, extendedStatus, warnings, clientId };
    this.#jobs.set(id, job);
    for (const oldest of this.#jobs.keys()) {
      if (this.#jobs.size <= MOST_JOBS) break;
      this.#jobs.delete(oldest);
    }
    return job;
  }
}

class NothingImported extends Error {}

function leftOut({ leftOut: parts }: Imported): string {
  const named = parts.slice(0, MOST_NAMED).map(({ path, reason }) => `${path}: ${reason}`);
  const more = parts.length > MOST_NAMED ? [`and ${parts.length - MOST_NAMED} more`] : [];
  return `it could not be imported completely: ${[...named, ...more].join('; ')}`;
}

function warningsOf({ methods, declared, kept, notUsed }: Imported): string[] {
  return [
    ...kept.map((id) => `scenario ${id} already exists in the folder and still applies`),
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

/** Replaces values in the model with digests. Scores do not change. */
function sealed(scenario: ScenarioDefinition): ScenarioDefinition {
  if (scenario.model === undefined) return scenario;
  const fields = scenario.model.fields.map(({ frequencies, ...field }) => ({
    ...field,
    ...(frequencies && { frequencies: sealWhere(frequencies, () => true) }),
  }));
  return { ...scenario, model: { ...scenario.model, fields } };
}
