import type { Registry } from 'prom-client';
import type { AdministrationOptions } from '../service/config/administration.js';
import type { Endpoint } from './endpoint.js';

/**
 * An optional part of the product. `extensions/index.ts` lists them, one line each: without its line an extension's
 * paths return 404, and everything else works.
 */
export interface Extension {
  readonly name: string;
  readonly endpoints?: readonly Endpoint[];
  /** Called once per service, before it takes requests. @returns its background work */
  readonly open?: (host: ExtensionHost) => ExtensionWork;
}

/** The parts of the service for an extension. */
export interface ExtensionHost extends Pick<
  AdministrationOptions,
  'likeness' | 'dataFolder' | 'home' | 'nodes' | 'log'
> {
  readonly registry: Registry;
}

/** An extension's background work. Closed with the service, even if it was not started. */
export interface ExtensionWork {
  start(): void;
  close(): Promise<void>;
}
