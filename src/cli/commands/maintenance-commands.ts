import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { CLIENTS_FILE } from '../../service/auth/client-store.js';
import { restOfSecrets, secretFiles, type RestOfSecrets } from '../../service/auth/secret-files.js';
import type { Configuration } from '../../store/config/configuration.js';
import { backupBeside, restore } from '../../store/backup.js';
import { SECRET_FILE } from '../../store/wrapped-secrets.js';
import { applyRepair, planRepair } from '../../store/repair.js';
import { verify, type Verification } from '../../store/verify.js';
import { audit } from '../audit-changes.js';
import { argument, command, flag, optionalArgument, parsedOr } from '../command.js';
import { checkDatabase, renewDatabaseIdentity } from '../open/database.js';
import { unlocked } from '../open/data-folder.js';
import { renewFolderIdentity } from '../../store/folder-identity.js';
import { Failure, WrongUse } from '../../runtime/failure.js';
import { configurationMeant } from '../open/configuration-meant.js';
import { needsFolder, withLikeness, type StoreChoice } from '../meant-store.js';
import { configOption, jsonOption, parseCount, recordMemoryOption } from '../options.js';
import { onSharedFiles, sharedDataOptions } from '../shared-folder-files.js';
import { show } from '../output/print.js';
import { note } from '../../runtime/notes.js';

/**
 * The backup includes the client file, so that clients need not be registered again. The backup includes no signing
 * key.
 */
const also = [CLIENTS_FILE];

export const backupCommand = (): Command =>
  command({
    name: 'backup',
    description: 'copy the data folder and verify the copy; works while a server is running',
    inputs: {
      target: argument('<folder>', 'folder for the backup, which must be empty or not exist'),
      ...sharedDataOptions,
      ...recordMemoryOption,
      ...jsonOption,
    },
    examples: ['backup /backups/likeness-2026-07-01', 'backup /mnt/usb/likeness --data /srv/likeness'],
    run: async ({ target, data, store, recordMemory, json }) => {
      needsFolder(
        'backup',
        { store },
        'back it up with a database tool such as pg_dump, or copy it to a folder with `likeness move`',
      );
      mustExist(data);
      const verification = await backupBeside(data, target, { also, recordMemory });
      await audit(data, { action: 'backedUp', target: [target] });
      report(verification, json, `backed up to ${target}`);
    },
  });

export const restoreCommand = (): Command =>
  command({
    name: 'restore',
    description: 'restore a backup into a new or empty data folder; the backup is verified first',
    inputs: {
      backup: optionalArgument('[folder]', 'folder of the backup'),
      newIdentity: flag(
        '--new-identity',
        'restore nothing; instead, give a new identity and new webhook-ids to a copy that another tool made',
      ),
      ...sharedDataOptions,
      ...recordMemoryOption,
      ...jsonOption,
    },
    remarks: `A folder that was restored by this command or copied file by file, and a database restored from a dump, get a new identity
automatically. A physical copy (a base backup, or an image of a machine or its disks) does not. Before you serve a
physical copy without --drill, run --new-identity on it while no process has it open.`,
    examples: [
      'restore /backups/likeness-2026-07-01 --data /srv/likeness',
      'restore --new-identity --store postgres://likeness:secret@standby/likeness',
    ],
    run: async ({ backup, newIdentity = false, data, store, recordMemory, json }) => {
      if (newIdentity === (backup !== undefined))
        throw new WrongUse('give the folder of a backup, or --new-identity for a copy that is already in place');
      if (backup === undefined) {
        const { identity, former } = await renewIdentity(data, store);
        show(json, { identity, former: former ?? null }, () => `new identity of the store: ${identity}\n`);
        return;
      }
      needsFolder('restore', { store }, 'to fill a database, use `likeness move --from FOLDER --to postgres://...`');
      mustExist(backup);
      const verification = await restore(backup, data, { also, recordMemory });
      await audit(data, { action: 'restored', target: [backup] });
      report(verification, json, `restored to ${data}`);
    },
  });

export const verifyCommand = (): Command =>
  command({
    name: 'verify',
    description:
      'check every line of the data folder, and compare the indexes, summaries, Ids and history with the records; first stop the server, or verify a backup instead',
    inputs: {
      sample: parsedOr(
        '--sample <n>',
        'number of records per object type to search for; the results are compared with the scores of all records',
        parseCount,
        10,
      ),
      ...sharedDataOptions,
      ...recordMemoryOption,
      ...configOption,
      ...jsonOption,
    },
    examples: ['verify', 'verify --data /backups/likeness-2026-07-01 --sample 100', 'verify --json'],
    run: async ({ sample, data, store, recordMemory, config, json }) => {
      const configuration = await configurationMeant({ config, store });
      if (store !== undefined) {
        await verifyDatabase({ data, store, recordMemory }, configuration, sample, json);
        return;
      }
      mustExist(data);
      const verification = await verify(data, { recordMemory });
      const disagreements =
        verification.damages.length > 0
          ? []
          : await withLikeness({ data, recordMemory }, configuration, (likeness) =>
              likeness.checkConsistency({ sample }),
            );
      const secrets = restOfSecrets(secretFiles(data));
      report({ ...verification, secrets }, json, `verified ${data}`, disagreements);
      if (json !== true) noteRest(secrets);
    },
  });

/** Verifies everything except the database's pages, which PostgreSQL verifies itself. */
async function verifyDatabase(
  choice: StoreChoice,
  configuration: Configuration,
  sample: number,
  json: boolean | undefined,
): Promise<void> {
  const { keeping, secrets: resting, notifications, unheard } = await checkDatabase(choice.store!);
  const secrets = restOfSecrets(resting);
  const { records, disagreements } = await withLikeness(choice, configuration, async (likeness) => ({
    records: likeness.statistics().store.records,
    disagreements: await likeness.checkConsistency({ sample }),
  }));
  const ok = disagreements.length === 0;
  const found = {
    records,
    ok,
    disagreements,
    durability: keeping,
    secrets,
    notifications,
  };
  show(json, found, () =>
    ok
      ? `verified the database: ${records} records, no errors\n${keeping.onCrash}\n${keeping.onPromotion}\n`
      : `${disagreements.join('\n')}\n`,
  );
  if (json !== true) noteRest(secrets);
  if (json !== true && unheard !== undefined) note(unheard);
  if (!ok) throw new Failure(`errors found: ${disagreements.length}`);
}

export const repairCommand = (): Command =>
  command({
    name: 'repair',
    description: 'show which data a repair of a damaged data folder would keep and lose; --apply repairs it',
    inputs: {
      apply: flag('--apply', 'repair the folder; the old files are moved aside, never deleted'),
      ...sharedDataOptions,
      ...recordMemoryOption,
      ...jsonOption,
    },
    examples: ['repair', 'repair --apply --data /srv/likeness'],
    run: async ({ apply = false, data, store, recordMemory, json }) => {
      needsFolder('repair', { store }, 'restore it with a database tool');
      mustExist(data);
      const { damages, ...plan } = await unlocked(data, () =>
        (apply ? applyRepair : planRepair)(data, { recordMemory }),
      );
      if (apply && plan.isNeeded) await audit(data, { action: 'repaired' });
      show(json, { ...plan, damages: damages.map(({ message }) => message), isApplied: apply }, () =>
        plan.isNeeded ? plan.steps.map((step) => `${step}\n`).join('') : `${data} is intact: nothing to repair\n`,
      );
      if (json !== true && plan.isNeeded)
        note(apply ? 'done' : 'nothing was changed; to repair the folder, run the command with --apply');
    },
  });

async function renewIdentity(
  data: string,
  url: string | undefined,
): Promise<{ readonly identity?: string; readonly former?: string | undefined }> {
  if (url === undefined) {
    mustExist(data);
    const renewed = await unlocked(data, () => renewFolderIdentity(data));
    await audit(data, { action: 'restored' });
    return renewed;
  }
  const renewed = await renewDatabaseIdentity(url);
  await onSharedFiles((_values, record) => record({ action: 'restored' }))({ data, store: url });
  return renewed;
}

function noteRest(secrets: RestOfSecrets): void {
  for (const [name, rest] of Object.entries(secrets))
    note(rest === 'wrapped' ? `${name} is encrypted` : `${name} is not encrypted: set ${SECRET_FILE} to encrypt it`);
}

function mustExist(folder: string): void {
  if (!existsSync(folder)) throw new Failure(`there is no folder ${folder}`);
}

/**
 * Prints the result of a verification.
 *
 * @throws Failure if anything is damaged or inconsistent
 */
function report(
  { damages, faults, tornTail, ...figures }: Verification & { readonly secrets?: RestOfSecrets },
  json: boolean | undefined,
  done: string,
  disagreements: readonly string[] = [],
): void {
  const damaged = damages.map(({ message }) => message);
  const wrong = [...damaged, ...faults, ...disagreements];
  const ok = wrong.length === 0;
  show(json, { ...figures, ok, damages: damaged, faults, disagreements, tornTail }, () =>
    ok ? `${done}: ${figures.records} records, ${figures.sequence} transactions, no errors\n` : `${wrong.join('\n')}\n`,
  );
  if (json !== true && tornTail !== undefined)
    note(`${tornTail.file} ends with ${tornTail.bytes} bytes of an incomplete write, which the next startup removes`);
  if (!ok) throw new Failure(`errors found: ${wrong.length}${damages.length > 0 ? '; see `likeness repair`' : ''}`);
}
