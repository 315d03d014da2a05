import type { Registry } from 'prom-client';
import type { AdministrationOptions } from '../service/config/administration.js';
import type { Endpoint } from './endpoint.js';

/** An optional part, listed in `extensions/index.ts`. Without its entry, its paths return 404. */
export interface Extension {
  readonly name: string;
  readonly endpoints?: readonly Endpoint[];
  /** Called once per service, before the service accepts requests. @returns the background work of the extension */
  readonly open?: (host: ExtensionHost) => ExtensionWork;
}

export interface ExtensionHost extends Pick<
  AdministrationOptions,
  'likeness' | 'dataFolder' | 'home' | 'nodes' | 'log'
> {
  readonly registry: Registry;
}

/** Background work of an extension. Closed with the service, even if it was never started. */
export interface ExtensionWork {
  start(): void;
  close(): Promise<void>;
}
