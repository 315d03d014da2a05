import { z } from 'zod';
import {
  digestOfFiles,
  isConfigurationFile,
  writeFolderFiles,
  type FolderFiles,
} from '../../store/config/folder-files.js';
import { change, NONE, putWhole, wholeContent, type Home } from '../../store/home/home.js';
import type { Following } from '../../runtime/watch.js';

/** Maximum number of versions. The oldest versions are removed. */
const MOST_VERSIONS = 100;
/** Milliseconds since its last report after which a node no longer counts as alive, and after which it is forgotten. */
const ALIVE_MS = 30_000;
const KNOWN_MS = 3_600_000;

const versionSchema = z.object({
  /** Starts at 1 and increases by one. */
  version: z.int().min(1),
  /** ISO 8601. */
  pushed: z.string(),
  by: z.string(),
  /** Digest of the files, as computed by `digestOfFiles`. */
  digest: z.string(),
});
export type ConfigurationVersion = z.output<typeof versionSchema>;

const nodeSchema = z.object({
  version: z.int(),
  /** Milliseconds since the epoch. */
  seen: z.number(),
});

export class NewerConfigurationError extends Error {
  override readonly name = 'NewerConfigurationError';

  constructor(readonly newest: number) {
    super(`the database already has version ${newest} of the configuration`);
  }
}

/**
 * Versions of the configuration that all nodes of a database share. The newest is in effect. Each version is a
 * document, and its files are content named by their digest.
 */
export class ConfigurationVersions {
  constructor(private readonly home: Home) {}

  async list(): Promise<ConfigurationVersion[]> {
    const found = await this.home.list('configurations', (name) => name.endsWith('.json'));
    return found.map(({ content }) => versionSchema.parse(JSON.parse(content))).reverse();
  }

  /** Returns 0 if there is no version. */
  async newest(): Promise<number> {
    return (await this.list())[0]?.version ?? 0;
  }

  /**
   * Calls `changed` immediately, and whenever there may be a new version.
   * @param onError receives the reason for a failure
   */
  follow(changed: () => Promise<void>, onError: (message: string) => void): Following {
    return this.home.follow('configurations', changed, onError);
  }

  async files(version: number): Promise<FolderFiles> {
    const document = await this.home.read(nameOf(version));
    if (document === undefined) return new Map();
    const { digest } = versionSchema.parse(JSON.parse(document.content));
    const packed = JSON.parse((await wholeContent(this.home, filesOf(digest))).toString()) as Record<string, string>;
    // Check the names, because other programs may write to the database.
    const names = Object.keys(packed).filter(isConfigurationFile).sort();
    return new Map(names.map((name) => [name, Buffer.from(packed[name]!, 'base64')]));
  }

  /** Copies the newest version to a folder, if it is newer than `known`. @returns its number, or 0 if there is none */
  async copyNewest(folder: string, known = 0): Promise<number> {
    const newest = await this.newest();
    if (newest > known) await writeFolderFiles(folder, await this.files(newest));
    return newest;
  }

  async report(node: string, version: number): Promise<void> {
    const report: z.output<typeof nodeSchema> = { version, seen: this.home.now() };
    await this.home.write(reportOf(node), JSON.stringify(report));
  }

  async leave(node: string): Promise<void> {
    await this.home.remove(reportOf(node));
  }

  /** Returns whether a live node runs this or a later version. */
  async isInUse(version: number): Promise<boolean> {
    let isInUse = false;
    for (const { name, content } of await this.home.list('configured-nodes')) {
      const report = nodeSchema.parse(JSON.parse(content));
      const silence = this.home.now() - report.seen;
      if (silence > KNOWN_MS) await this.home.remove(name);
      isInUse ||= report.version >= version && silence < ALIVE_MS;
    }
    return isInUse;
  }

  /**
   * Stores files as a new version, unless they equal the newest one.
   * @param after the version that the files are based on
   * @returns the number of their version
   * @throws NewerConfigurationError if the database has a later version than `after`
   */
  async push(files: FolderFiles, by: string, after: number): Promise<number> {
    const digest = digestOfFiles(files);
    for (let isKept = false; ; isKept = true) {
      const kept = await this.list();
      const last = kept[0]?.version ?? 0;
      if (kept[0]?.digest === digest) return last;
      if (last > after) {
        if (isKept) await this.#removeUnused([digest]);
        throw new NewerConfigurationError(last);
      }
      await this.#keep(files, digest);
      const made: ConfigurationVersion = { version: last + 1, pushed: this.#time(), by, digest };
      // Another node was first, so try again.
      if (!(await this.home.write(nameOf(last + 1), JSON.stringify(made), { expected: NONE }))) continue;
      const old = kept.slice(MOST_VERSIONS - 1);
      for (const { version } of old) await this.home.remove(nameOf(version));
      await this.#removeUnused(old.map((version) => version.digest));
      return last + 1;
    }
  }

  async replace(version: number, files: FolderFiles): Promise<void> {
    const digest = digestOfFiles(files);
    await this.#keep(files, digest);
    const replaced = new Set<string>([digest]);
    await change(this.home, nameOf(version), (content) => {
      if (content === undefined) return undefined;
      const before = versionSchema.parse(JSON.parse(content));
      replaced.add(before.digest);
      return JSON.stringify({ ...before, digest });
    });
    await this.#removeUnused([...replaced]);
  }

  async #keep(files: FolderFiles, digest: string): Promise<void> {
    const packed = Object.fromEntries([...files].map(([name, content]) => [name, content.toString('base64')]));
    await putWhole(this.home, filesOf(digest), Buffer.from(JSON.stringify(packed)));
  }

  /** Removes only the given files, because another node may just have stored files that no version refers to yet. */
  async #removeUnused(digests: readonly string[]): Promise<void> {
    if (digests.length === 0) return;
    const used = new Set((await this.list()).map(({ digest }) => digest));
    for (const digest of digests) if (!used.has(digest)) await this.home.remove(filesOf(digest));
  }

  #time(): string {
    return new Date(this.home.now()).toISOString();
  }
}

const nameOf = (version: number): string => `configurations/${String(version).padStart(9, '0')}.json`;
const filesOf = (digest: string): string => `configurations/${digest}.files`;
const reportOf = (node: string): string => `configured-nodes/${node}.json`;
