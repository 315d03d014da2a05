import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { version } from '../../src/runtime/version.js';
import { needs, whereIs } from '../support/needs.js';
import { root, textOf, yamlOf } from './deployment.js';
import { parseYaml, type Yaml } from './yaml.js';

const CHART = 'data/deploy/helm';
const [values] = yamlOf(`${CHART}/values.yaml`);

/** Renders without Helm: the chart contains only `{{ .Values.path | toJson }}` and `{{ .Release.Name }}`. */
function rendered(release: string, own: Yaml): Yaml[] {
  const text = textOf(`${CHART}/templates/likeness.yaml`).replace(/\{\{ (.*?) \}\}/g, (_all, expression: string) => {
    const [path = '', filter] = expression.split(' | ');
    const names = path.split('.').slice(1);
    const scope = { Values: own, Release: { Name: release } } as unknown as Yaml;
    const value = names.reduce<Yaml>((at, name) => (at as Record<string, Yaml>)[name] ?? null, scope);
    expect([expression, value]).not.toEqual([expression, null]);
    expect([undefined, 'toJson']).toContain(filter);
    return typeof value === 'string' && filter !== 'toJson' ? value : JSON.stringify(value);
  });
  return parseYaml(text);
}

describe('the Helm chart', () => {
  it('makes the manifests, if nothing is set', () => {
    expect(rendered('likeness', values!)).toEqual(yamlOf('data/deploy/kubernetes.yaml'));
  });

  it('names everything after the release, and takes every value', () => {
    const own = {
      ...(values as object),
      ...{ image: 'registry.example.com/likeness:2', replicas: '3', storage: '9Gi' },
      store: { secret: 'database', key: 'address' },
      configuration: { 'objects.json': '[]' },
    };
    const text = JSON.stringify(rendered('crm', own));
    expect(text).not.toMatch(/"likeness(?:-\w+)?"(?!,"image")/);
    for (const value of ['registry.example.com/likeness:2', '9Gi', 'database', 'address', 'objects.json', 'crm-nodes'])
      expect(text).toContain(value);
  });

  it('has the version of the package', () => {
    expect(yamlOf(`${CHART}/Chart.yaml`)[0]).toMatchObject({ apiVersion: 'v2', version, appVersion: version });
  });

  it('passes helm lint, and helm template makes the manifests', needs('helm'), () => {
    const helm = (...args: string[]) => execFileSync(whereIs('helm')!, args, { cwd: root, encoding: 'utf8' });
    expect(helm('lint', '--strict', CHART)).toContain('0 chart(s) failed');
    const made = parseYaml(helm('template', 'likeness', join(root, CHART)).replace(/^---\n/, ''));
    const byName = (all: Yaml[]) => {
      const named = all as unknown as { kind: string; metadata: { name: string } }[];
      return new Map(named.map((one) => [`${one.kind} ${one.metadata.name}`, one]));
    };
    expect(byName(made)).toEqual(byName(yamlOf('data/deploy/kubernetes.yaml')));
  });
});
