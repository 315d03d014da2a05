import type { Registry } from 'prom-client';
import type { AdministrationOptions } from '../service/config/administration.js';
import type { Endpoint } from './endpoint.js';

/**
 * An optional part of the product, listed in `extensions/index.ts`: without its line its paths return 404, and
 * everything else works.
 */
export interface Extension {
  readonly name: string;
  readonly endpoints?: readonly Endpoint[];
  /** Called once per service, before it takes requests. @returns its background work */
  readonly open?: (host: ExtensionHost) => ExtensionWork;
}

export interface ExtensionHost extends Pick<
  AdministrationOptions,
  'likeness' | 'dataFolder' | 'home' | 'nodes' | 'log'
> {
  readonly registry: Registry;
}

/** Closed with the service, even if it was not started. */
export interface ExtensionWork {
  start(): void;
  close(): Promise<void>;
}
