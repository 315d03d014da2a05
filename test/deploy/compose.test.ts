import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfiguration } from '../../src/store/config/load.js';
import type { Endpoint } from '../../src/http/endpoint.js';
import { pathOf } from '../../src/http/openapi/openapi-document.js';
import { ENDPOINTS } from '../../src/extensions/index.js';
import { locationOf } from '../../src/extensions/postgres/store/location.js';
import { imageEnvironment, knownEnvironment, root, textOf, yamlOf } from './deployment.js';

interface Service {
  readonly image: string;
  readonly build?: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly volumes: readonly string[];
  readonly ports?: readonly string[];
  readonly networks: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly read_only?: string;
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, { readonly ipam: { readonly config: readonly { subnet: string }[] } }>>;
  readonly volumes: Readonly<Record<string, null>>;
}

const { services, networks, volumes } = yamlOf('compose.yaml')[0] as unknown as Compose;
const nodes = Object.entries(services).filter(([, { build }]) => build !== undefined);
const { postgres, proxy } = services;
const paths = new Set(ENDPOINTS.map(({ path }) => path));

describe('compose.yaml', () => {
  it('has two nodes that differ only in their folder and the address at which they reach each other', () => {
    expect(nodes.map(([name]) => name)).toEqual(['node-1', 'node-2']);
    const folders = nodes.map(([, node]) => node.volumes.filter((volume) => volume.endsWith('/var/lib/likeness')));
    expect(folders).toEqual([['node-1:/var/lib/likeness'], ['node-2:/var/lib/likeness']]);
    const advertised = nodes.map(([, { environment }]) => environment.LIKENESS_ADVERTISE);
    expect(advertised).toEqual(['http://node-1:8080', 'http://node-2:8080']);
    const [first, second] = nodes.map(([, { volumes: own, environment, ...node }]) => {
      return [own.length, { ...environment, LIKENESS_ADVERTISE: 'its own' }, node];
    });
    expect(first).toEqual(second);
  });

  it('mounts the folders that the image names, of volumes and files that there are', () => {
    const { LIKENESS_DATA, LIKENESS_CONFIG } = imageEnvironment();
    for (const [, node] of nodes)
      expect(node.volumes.map((volume) => volume.split(':')[1])).toEqual([LIKENESS_DATA, LIKENESS_CONFIG]);
    for (const volume of Object.values(services).flatMap((service) => service.volumes)) {
      const source = volume.split(':')[0]!;
      expect(source.startsWith('.') ? existsSync(join(root, source)) : Object.hasOwn(volumes, source), source).toBe(
        true,
      );
    }
  });

  it('gives nodes an address that the program reads, of the database that PostgreSQL makes', async () => {
    const known = await knownEnvironment();
    const { POSTGRES_USER, POSTGRES_DB, POSTGRES_PASSWORD } = postgres!.environment;
    for (const [, { environment }] of nodes) {
      expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual([]);
      const address = environment['LIKENESS_STORE']!;
      expect(address).toContain(`//${POSTGRES_USER}:${POSTGRES_PASSWORD}@`);
      const { shown } = locationOf(address.replace(/\$\{[^}]*\}/, 'secret'));
      expect(shown).toBe(`postgres://${POSTGRES_USER}@postgres/${POSTGRES_DB}`);
    }
  });

  it('starts nodes after the database and the proxy after the nodes, each when it is healthy', () => {
    const healthy = { condition: 'service_healthy' };
    for (const [, node] of nodes) expect(node.depends_on).toEqual({ postgres: healthy });
    expect(proxy!.depends_on).toEqual({ 'node-1': healthy, 'node-2': healthy });
    // The image itself defines the health check of the nodes.
    expect(postgres!.healthcheck!.test).toContain('pg_isready');
    expect(new URL(proxy!.healthcheck!.test.at(-1)!).pathname).toBe('/readyz');
  });

  it('publishes the proxy alone, on loopback', () => {
    const published = Object.entries(services).filter(([, { ports }]) => ports !== undefined);
    expect(published.map(([name, { ports }]) => [name, ports])).toEqual([['proxy', ['127.0.0.1:8080:8080']]]);
    expect([...nodes.map(([, node]) => node), proxy!].map(({ read_only }) => read_only)).not.toContain(undefined);
  });

  it('has a proxy that knows the nodes and asks them for what they answer', () => {
    const caddyfile = textOf('data/deploy/compose/Caddyfile');
    const { PORT } = imageEnvironment();
    const upstreams = nodes.map(([name]) => `${name}:${PORT}`).join(' ');
    expect(caddyfile.split(`reverse_proxy ${upstreams} {`)).toHaveLength(3);
    const asked = [...caddyfile.matchAll(/health_uri (\S+)/g)].map(([, uri]) => uri);
    expect(asked).toEqual(['/readyz', '/readyz?for=search']);
    expect([...paths]).toContain('/readyz');
  });

  it('has a proxy that takes changes alone from nodes without their database', async () => {
    const { settings } = await loadConfiguration(join(root, 'data/deploy/compose/config'));
    const [, changes] = /@changes \{([^}]*)\}/.exec(textOf('data/deploy/compose/Caddyfile'))!;
    const excepted = (what: string) => new RegExp(`not ${what} (.*)`).exec(changes!)![1]!.split(' ');
    const read = excepted('path').map((path) => new RegExp(`^${path.replaceAll('*', '.*')}$`));
    const isChange = (endpoint: Endpoint): boolean =>
      !excepted('method').includes(endpoint.method) &&
      !read.some((path) => path.test(pathOf(endpoint, settings).replaceAll(/\{\w+\}/g, 'x')));
    // Logins and tokens do not change records.
    const posts = ENDPOINTS.filter(({ method, tag }) => method !== 'GET' && tag !== 'Login');
    const passed = posts.filter((endpoint) => !isChange(endpoint));
    expect(passed.map(({ id }) => id).sort()).toEqual(['explain', 'search', 'startQueryJob']);
  });

  it('has nodes that trust only the proxy', async () => {
    const { settings } = await loadConfiguration(join(root, 'data/deploy/compose/config'));
    expect(settings.trustedProxies).toEqual(networks['likeness']!.ipam.config.map(({ subnet }) => subnet));
    expect(proxy!.networks).toEqual(['likeness']);
    expect(settings.instanceUrl).toBe('http://127.0.0.1:8080');
  });
});
