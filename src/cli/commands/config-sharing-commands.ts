import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { ConfigurationVersions } from '../../service/config/configuration-versions.js';
import { checkConfiguration } from '../../store/config/check.js';
import { digestOfFiles, readFolderFiles, writeFolderFiles } from '../../store/config/folder-files.js';
import { describeProblems } from '../../store/config/problem.js';
import { COMMAND_LINE } from '../audit-changes.js';
import { command, flag, parsed } from '../command.js';
import { openDatabaseHome } from '../open/database.js';
import { Failure, WrongUse } from '../../runtime/failure.js';
import { configOption, jsonOption, parseCount, storeOption } from '../options.js';
import { auditIn } from '../meant-store.js';
import { show } from '../output/print.js';
import { table } from '../../files/write/text-table.js';

/** File in the configuration folder with the number of the version that the folder is based on. */
const PULLED = '.version';

const inputs = { ...storeOption, ...configOption, ...jsonOption };

export const pushCommand = (): Command =>
  command({
    name: 'push',
    description: 'check a configuration folder and store it in the database as the newest version for all nodes',
    inputs: { over: flag('--over', 'push even if the folder is not based on the newest version'), ...inputs },
    examples: ['config push --store postgres://likeness:secret@db/likeness --config config'],
    run: ({ over, store, config, json }) =>
      withVersions(store, async (versions) => {
        if (!existsSync(config)) throw new Failure(`there is no configuration folder ${config}`);
        const { configuration, problems } = await checkConfiguration(config);
        if (configuration === undefined) throw new Failure(`${config} is invalid: ${describeProblems(problems)}`);
        const files = await readFolderFiles(config);
        const newest = await versions.newest();
        const version = await versions
          .push(files, COMMAND_LINE, over === true ? newest : pulledFrom(config))
          .catch(refuse);
        writeFileSync(join(config, PULLED), `${version}\n`);
        if (version > newest)
          await auditIn({ data: '', store }, { action: 'configurationPushed', target: [String(version)] });
        show(json, { version, isNew: version > newest, files: [...files.keys()] }, () =>
          version > newest ? `pushed version ${version}\n` : `nothing to push: version ${version} is identical\n`,
        );
      }),
  });

export const pullCommand = (): Command =>
  command({
    name: 'pull',
    description: 'write a version of the configuration from the database to the configuration folder',
    inputs: {
      version: parsed('--version <n>', 'number of the version (default: the newest)', parseCount),
      over: flag('--over', 'also overwrite files that match no stored version'),
      ...inputs,
    },
    examples: ['config pull --store postgres://likeness:secret@db/likeness --config config'],
    run: ({ version: asked, over, store, config, json }) =>
      withVersions(store, async (versions) => {
        const all = await versions.list();
        const wanted = asked === undefined ? all[0] : all.find(({ version }) => version === asked);
        if (wanted === undefined)
          throw new Failure(
            asked === undefined ? 'the database has no configuration yet' : `the database has no version ${asked}`,
          );
        const held = await readFolderFiles(config);
        const isVersion = held.size === 0 || all.some(({ digest }) => digest === digestOfFiles(held));
        if (!isVersion && over !== true)
          throw new Failure(`${config} has files that match no version: push them, or overwrite them with --over`);
        const files = await versions.files(wanted.version);
        await writeFolderFiles(config, files);
        writeFileSync(join(config, PULLED), `${wanted.version}\n`);
        show(json, { ...wanted, files: [...files.keys()] }, () => `wrote version ${wanted.version} to ${config}\n`);
      }),
  });

export const versionsCommand = (): Command =>
  command({
    name: 'versions',
    description: 'list the versions of the configuration in the database, newest first',
    inputs: { ...storeOption, ...jsonOption },
    examples: ['config versions --store postgres://likeness:secret@db/likeness'],
    run: ({ store, json }) =>
      withVersions(store, async (versions) => {
        const all = await versions.list();
        show(json, all, () =>
          table(
            ['version', 'pushed', 'by', 'SHA-256'],
            all.map(({ version, pushed, by, digest }) => [String(version), pushed, by, digest.slice(0, 16)]),
          ),
        );
      }),
  });

async function withVersions(
  store: string | undefined,
  use: (versions: ConfigurationVersions) => Promise<void>,
): Promise<void> {
  if (store === undefined) throw new WrongUse('give the database with --store postgres://... or LIKENESS_STORE');
  const { ConfigurationVersions } = await import('../../service/config/configuration-versions.js');
  const home = await openDatabaseHome(store);
  try {
    await use(new ConfigurationVersions(home));
  } finally {
    await home.close();
  }
}

function pulledFrom(folder: string): number {
  const path = join(folder, PULLED);
  return existsSync(path) ? Number.parseInt(readFileSync(path, 'utf8'), 10) || 0 : 0;
}

function refuse(error: unknown): never {
  if ((error as Error).name !== 'NewerConfigurationError') throw error;
  throw new Failure(
    `${(error as Error).message}, and this folder is based on an earlier version: run \`config pull\`, or push with --over`,
  );
}
