import type { AppParts } from '../app-context.js';
import type { StateFacts } from './service-state.js';

export type StatefulParts = Pick<AppParts, 'likeness' | 'admission' | 'settings'> & {
  readonly administration: Pick<AppParts['administration'], 'nodeConfiguration'>;
};

export function factsOf({ likeness, admission, settings, administration }: StatefulParts): StateFacts {
  const { writable, visible } = likeness;
  const unapplied = administration.nodeConfiguration?.unapplied;
  return {
    isStopping: admission.draining,
    writable,
    store: visible,
    lagSeconds: settings.limits.lagSeconds,
    configurationFault: unapplied?.isElsewhere === true ? unapplied.reason : undefined,
  };
}
