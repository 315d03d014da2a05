import { Gauge, type Registry } from 'prom-client';
import { STATES, type ServiceStates } from './server/service-state.js';

export function stateMetric(registry: Registry, states: Pick<ServiceStates, 'look'>): void {
  new Gauge({
    name: 'likeness_state',
    help: '1 for the current state of the service, as in /readyz, and 0 for all other states',
    labelNames: ['state'] as const,
    registers: [registry],
    collect() {
      const { state: current } = states.look();
      for (const state of STATES) this.set({ state }, state === current ? 1 : 0);
    },
  });
}
