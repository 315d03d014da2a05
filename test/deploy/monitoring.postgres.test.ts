import { describe, expect, it, onTestFinished } from 'vitest';
import { needs } from '../support/needs.js';
import { STATES } from '../../src/http/server/service-state.js';
import { emptyDatabase } from '../extensions/postgres/store/postgres.js';
import { freePort } from '../support/free-port.js';
import { serve } from '../support/program.js';
import { newFolder } from '../support/temporary-folder.js';
import { textOf, yamlOf } from './deployment.js';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string };
}
interface Rules {
  readonly groups: readonly { readonly rules: readonly Rule[] }[];
}
interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[];
}

const { rules } = (yamlOf('data/deploy/monitoring/alerts.yaml')[0] as unknown as Rules).groups[0]!;
const { panels } = JSON.parse(textOf('data/deploy/monitoring/dashboard.json')) as Dashboard;
const expressions = [...rules, ...panels.flatMap(({ targets }) => targets)].map(({ expr }) => expr);

/** Names of metrics as in `/metrics`; histograms without suffix. */
const named = new Set(
  expressions
    .flatMap((expr) => expr.match(/\b(?:likeness|process|nodejs)_\w+/g) ?? [])
    .map((name) => name.replace(/_bucket$/, '')),
);
/** Metrics that only nodes on a database have. */
const OF_NODES = /^likeness_(?:configuration|notifications|decider|forwarded|log_(?!dropped|disk_full))/;

async function metricsOf(...args: readonly string[]): Promise<Set<string>> {
  const port = await freePort();
  const served = await serve(newFolder(), ['--metrics-port', String(port), ...args]);
  onTestFinished(async () => {
    await served.stop();
  });
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name!));
}

describe('alert rules and dashboard', () => {
  it('name states that there are, and say what is wrong', () => {
    expect(rules.length).toBeGreaterThan(10);
    for (const { alert, expr, labels, annotations } of rules) {
      expect(['warning', 'critical'], alert).toContain(labels.severity);
      expect(annotations.summary.length, alert).toBeGreaterThan(20);
      for (const [, states] of expr.matchAll(/state=~?"([^"]+)"/g))
        expect(STATES, alert).toEqual(expect.arrayContaining(states!.split('|')));
    }
    // The rules cover every state that may need an operator, directly or by its effect.
    const watched = rules.map(({ expr }) => expr).join(' ');
    for (const state of STATES.filter((each) => !['ok', 'stopping', 'read-only', 'disk-full'].includes(each)))
      expect(watched).toContain(state);
    expect(watched).toContain('likeness_store_writable');
  });

  it('name metrics that a process over a folder has', async () => {
    const found = await metricsOf();
    expect([...named].filter((name) => !found.has(name) && !OF_NODES.test(name))).toEqual([]);
  });

  it('name metrics that a node has', needs('postgres'), async () => {
    const database = await emptyDatabase();
    const found = await metricsOf('--store', database.url('application_name=counted'));
    expect([...named].filter((name) => !found.has(name))).toEqual([]);
    const [held] = await database.query<{ held: number }>(
      `select count(*)::integer as held from pg_stat_activity where application_name = 'counted'`,
    );
    // OPERATIONS.md: connections for turns and jobs may not be open yet.
    expect(held!.held).toBeLessThanOrEqual(6);
  });
});
