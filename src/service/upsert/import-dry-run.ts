import type { DryRun, Likeness } from '../likeness.js';
import { RequestError } from '../../records/contract/request-error.js';
import type { UpsertDataOutput } from '../../records/contract/schemas.js';
import { OverlayIndex } from '../../index/overlay-index.js';
import type { ObjectType } from '../../records/object-type.js';
import { OverlayStore } from '../../store/overlay-store.js';
import { RollUps } from '../../store/transactions/roll-ups.js';
import { TransactionManager } from '../../store/transactions/transaction-manager.js';
import { stageBatch, stageRows } from './import-batch.js';
import { Saver } from './save.js';
import type { UpsertParts } from './upsert.js';
import type { ServiceParts } from '../live-parts.js';

const ROWS_BETWEEN_LOOKS = 2_000;
const MEGABYTE = 1024 * 1024;

interface Overlay {
  readonly below: ServiceParts;
  readonly parts: UpsertParts & { readonly transactions: TransactionManager };
  readonly bytes: () => number;
}

/**
 * A dry run of an import. A dry run uses the same code as an import, over temporary records, counters, indexes and
 * summaries on top of the service's data. Each row sees all earlier rows, across batches. Runs in the background.
 */
export class ImportDryRun implements DryRun {
  #overlay: Overlay | undefined;
  #rows = 0;
  #isLookedAt = 0;

  constructor(private readonly live: () => ServiceParts) {}

  async importBatch(
    ...[objectType, rows, options, caller]: Parameters<Likeness['importBatch']>
  ): Promise<UpsertDataOutput[]> {
    if (options.writes !== undefined)
      throw new RequestError(400, 'JSON_PARSER_ERROR', 'writes: a dry run supports only upserts');
    const { below, parts, bytes } = (this.#overlay ??= overlay(this.live()));
    const now = below.now();
    const by = { client: caller.clientId, time: now.toISOString() };
    const transaction = parts.transactions.begin(by, caller.userId, caller.objects);
    try {
      const trial = { ...options, isTrial: true };
      const batch = stageBatch(transaction, options, stageRows(parts, transaction, objectType, rows, trial, now));
      const outputs = await below.scheduler.runInBackground(batch, new AbortController().signal);
      if (this.live() !== below) throw reconfigured();
      await parts.transactions.commit(transaction);
      this.#rows += rows.length;
      this.#checkMemory(bytes);
      return outputs;
    } catch (error) {
      parts.transactions.abort(transaction);
      // The overlay's indexes use the previous configuration, so the next batch would be wrong.
      throw this.live() === below ? error : reconfigured();
    }
  }

  #checkMemory(bytes: () => number): void {
    if (this.#rows - this.#isLookedAt < ROWS_BETWEEN_LOOKS) return;
    this.#isLookedAt = this.#rows;
    const limit = this.live().configuration.settings.fileMemory;
    if (bytes() <= limit) return;
    throw new RequestError(
      413,
      'REQUEST_TOO_LARGE',
      `a dry run keeps the saved records in memory, which needs more than ${Math.floor(limit / MEGABYTE)} MB after ${this.#rows} rows: increase fileMemory in settings.json, or split the file`,
    );
  }
}

function reconfigured(): RequestError {
  return new RequestError(503, 'SERVER_UNAVAILABLE', 'the configuration changed during the dry run');
}

function overlay(below: ServiceParts): Overlay {
  const { configuration, users, textsOf } = below;
  const { registry } = configuration;
  const store = new OverlayStore(below.store, (name) => below.transactions.latest.counter(name));
  const indexes = new Map(registry.types.map((type) => [type.name, indexOver(below, store, type)]));
  const rollUps = new RollUps(registry, below.rollUps);
  const transactions = new TransactionManager({ store, indexes, texts: textsOf, listeners: [rollUps] });
  const parts = { ...below, store, transactions, saver: new Saver(configuration.onSave, rollUps, users) };
  const bytes = (): number => {
    let total = store.bytes;
    for (const index of indexes.values()) {
      const taken = index.statistics();
      total += taken.bytes + taken.flexsearchBytes + taken.cacheBytes;
    }
    return total;
  };
  return { below, parts, bytes };
}

function indexOver(
  { configuration, transactions, reconfiguration }: ServiceParts,
  store: OverlayStore,
  type: ObjectType,
): OverlayIndex {
  const { create, scenarios } = reconfiguration.building(configuration, type.name);
  return new OverlayIndex({
    below: (query, inSteps) => transactions.findCommitted(type, query, inSteps),
    isNew: (id) => store.isOwn(id),
    create: () => create(scenarios),
  });
}
