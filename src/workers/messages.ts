import type { MetricObjectWithValues, MetricValue } from 'prom-client';
import type { Revocation } from '../auth/revocations.js';
import type { Settings } from '../config/configuration.js';
import type { FileExtent } from '../store/journal-adapter.js';
import type { LogPosition } from '../store/log-position.js';
import type { FileStore } from '../store/file-store.js';
import type { ConfigurationTexts } from './configuration-texts.js';

export type Metric = MetricObjectWithValues<MetricValue<string>>;
export type WorkerCondition = FileStore['condition'];
/** Requests of clients, by client Id. */
export type WorkerCounts = readonly (readonly [client: string, count: number])[];

/** Messages of the writer to a follower; entries of the log stand between these as lines of their own. */
export type ToFollower =
  | {
      readonly kind: 'welcome';
      readonly extents: readonly FileExtent[];
      readonly settings: Settings;
      readonly configuration: ConfigurationTexts;
    }
  /** The log has been shown as far as it went: from now on all comes in the writer's order. */
  | { readonly kind: 'joined'; readonly end: LogPosition }
  /** It has read another history than the writer's, or than the folder's is now: it is to leave. */
  | {
      readonly kind: 'refused';
      readonly why: string;
      /** The writer keeps what the folder has lost. */
      readonly isKept?: boolean;
    }
  /** To be answered once all that came before has been done. */
  | { readonly kind: 'sync'; readonly number: number }
  | { readonly kind: 'revoked'; readonly revocation: Revocation }
  | { readonly kind: 'counts'; readonly counts: WorkerCounts }
  | { readonly kind: 'condition'; readonly condition: WorkerCondition }
  | { readonly kind: 'configure'; readonly number: number; readonly configuration: ConfigurationTexts }
  | { readonly kind: 'metrics'; readonly number: number };

/** Messages of a follower to the writer. */
export type ToWriter =
  /** It holds everything up to this position: the log is to be shown from there on. */
  | { readonly kind: 'loaded'; readonly end: LogPosition }
  | { readonly kind: 'synced'; readonly number: number }
  | { readonly kind: 'counts'; readonly counts: WorkerCounts }
  | { readonly kind: 'configured'; readonly number: number; readonly error?: string | undefined }
  | { readonly kind: 'metrics'; readonly number: number; readonly metrics: readonly Metric[] };

/** How an entry of the log begins; no message does. */
export const ENTRY = '{"s":';
