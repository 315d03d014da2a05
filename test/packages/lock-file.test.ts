import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ALLOWED } from './licences.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));

interface Locked {
  readonly version: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly hasInstallScript?: boolean;
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const manifest = read('package.json') as Manifest;
const lock = read('package-lock.json') as { lockfileVersion: number; packages: Record<string, Locked & Manifest> };
const { '': own, ...packages } = lock.packages;
const all = Object.entries(packages);
const production = all.filter(([, locked]) => locked.dev !== true);

/** Packages with an install script. None of these packages is needed in production. */
const MAY_RUN_AT_INSTALL = new Set([
  'node_modules/core-js',
  'node_modules/core-js-pure',
  'node_modules/esbuild',
  'node_modules/fsevents',
]);

describe('what is installed', () => {
  it('is what the manifest says, each to the exact version', () => {
    expect(lock.lockfileVersion).toBe(3);
    for (const kind of ['dependencies', 'devDependencies'] as const) {
      expect(own?.[kind]).toEqual(manifest[kind]);
      for (const [name, version] of Object.entries(manifest[kind] ?? {})) {
        expect(version, name).toMatch(/^\d+\.\d+\.\d+(-r\.\d+)?$/);
        expect(packages[`node_modules/${name}`]?.version, name).toBe(version);
      }
    }
  });

  it('comes from the registry and is pinned by a SHA-512, development included', () => {
    expect(production.length).toBeGreaterThan(50);
    // With the program itself, ninety packages are installed. All others are bundled.
    expect(production.length).toBeLessThan(90);
    const wrong = all.filter(
      ([, { integrity, resolved, link }]) =>
        link === true ||
        !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? '') ||
        // Without a URL, the package comes from the registry in npm's settings. Its SHA-512 must match in any case.
        (resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/')),
    );
    expect(wrong).toEqual([]);
  });

  it('no package of production runs anything when it is installed; in development only those that are named', () => {
    const running = all.filter(([, { hasInstallScript }]) => hasInstallScript === true).map(([path]) => path);
    expect(running.filter((path) => packages[path]!.dev !== true)).toEqual([]);
    expect(running.filter((path) => !MAY_RUN_AT_INSTALL.has(path))).toEqual([]);
    for (const [path] of production) {
      const { scripts = {} } = read(`${path}/package.json`) as Manifest;
      const atInstall = ['preinstall', 'install', 'postinstall'].filter((name) => scripts[name] !== undefined);
      expect(atInstall, path).toEqual([]);
      expect(existsSync(join(root, path, 'binding.gyp')), path).toBe(false);
    }
  });

  it('every package of production has a permissive licence, as it says itself', () => {
    const refused = production.flatMap(([path, locked]) => {
      const { license, version } = read(`${path}/package.json`) as Manifest;
      expect(version, path).toBe(locked.version);
      return license !== undefined && ALLOWED.has(license) ? [] : [`${path}: ${license ?? 'none'}`];
    });
    expect(refused).toEqual([]);
  });
});
