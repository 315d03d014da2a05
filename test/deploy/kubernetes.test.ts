import { expect, it } from 'vitest';
import { settingsSchema } from '../../src/store/config/settings-schema.js';
import { ENDPOINTS } from '../../src/extensions/index.js';
import { imageEnvironment, knownEnvironment, yamlOf } from './deployment.js';

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}
interface Container {
  readonly ports: readonly { readonly name: string; readonly containerPort: string }[];
  readonly env: readonly { readonly name: string }[];
  readonly startupProbe: Probe & { readonly periodSeconds: string; readonly failureThreshold: string };
  readonly readinessProbe: Probe;
  readonly livenessProbe: Probe;
  readonly lifecycle: { readonly preStop: { readonly exec: { readonly command: readonly string[] } } };
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string; readonly readOnly?: string }[];
}
interface Resource {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: Record<string, never> & {
    readonly serviceName?: never;
    readonly selector?: { readonly matchLabels?: Labels } & Labels;
    readonly template?: {
      readonly metadata: { readonly labels: Labels };
      readonly spec: {
        readonly containers: readonly Container[];
        readonly volumes: readonly { readonly name: string }[];
        readonly terminationGracePeriodSeconds: string;
      };
    };
    readonly volumeClaimTemplates?: readonly { readonly metadata: { readonly name: string } }[];
  };
}
type Labels = Readonly<Record<string, never>>;

const resources = yamlOf('data/deploy/kubernetes.yaml') as unknown as Resource[];
const of = (kind: string): Resource => resources.find((resource) => resource.kind === kind)!;
const set = of('StatefulSet').spec!;
const pod = set.template!.spec;
const container = pod.containers[0]!;

it('the pods are the ones that service, set and budget mean', () => {
  const { labels } = set.template!.metadata;
  expect(set.selector!.matchLabels).toEqual(labels);
  expect(of('PodDisruptionBudget').spec!.selector!.matchLabels).toEqual(labels);
  const services = resources.filter(({ kind }) => kind === 'Service');
  for (const { spec } of services) expect(spec!.selector).toEqual(labels);
  const among = services.find(({ metadata }) => metadata.name === String(set.serviceName));
  expect(among!.spec).toMatchObject({ clusterIP: 'None', publishNotReadyAddresses: 'true' });
  const advertised = container.env.find(({ name }) => name === 'LIKENESS_ADVERTISE');
  expect(advertised).toMatchObject({ value: `http://$(POD_NAME).${among!.metadata.name}:8080` });
});

it('the probes ask for endpoints that there are, on the port of the image', () => {
  const paths = new Set<string>(ENDPOINTS.map(({ path }) => path));
  const { startupProbe, readinessProbe, livenessProbe, ports } = container;
  const asked = [startupProbe, readinessProbe, livenessProbe].map(({ httpGet }) => httpGet.path);
  expect(asked).toEqual(['/healthz', '/readyz?for=search', '/healthz']);
  expect(asked.filter((path) => !paths.has(path.split('?')[0]!))).toEqual([]);
  const { PORT } = imageEnvironment();
  expect(ports).toEqual([{ name: 'http', containerPort: PORT }]);
});

it('a pod that ends has time to wait for proxies and to finish what was begun', () => {
  const [, milliseconds] = /setTimeout\(\(\) => \{\}, (\d+)\)/.exec(container.lifecycle.preStop.exec.command.at(-1)!)!;
  // Adds ten seconds for closing the remaining connections.
  expect(Number(pod.terminationGracePeriodSeconds)).toBeGreaterThan(Number(milliseconds) / 1_000 + 10);
});

it('sets what the program reads, and mounts what the image names', async () => {
  const known = await knownEnvironment();
  // The manifest sets the pod's name for use in other variables.
  known.add('POD_NAME');
  expect(container.env.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
  const { LIKENESS_DATA, LIKENESS_CONFIG } = imageEnvironment();
  const mounts = new Map(container.volumeMounts.map(({ mountPath, name }) => [mountPath, name]));
  expect(mounts.get(LIKENESS_DATA!)).toBe(set.volumeClaimTemplates![0]!.metadata.name);
  expect(pod.volumes.map(({ name }) => name)).toContain(mounts.get(LIKENESS_CONFIG!));
});

it('the settings are settings', () => {
  const settings = JSON.parse(of('ConfigMap').data!['settings.json']!) as unknown;
  expect(settingsSchema.parse(settings)).toEqual(settings);
});
