import { existsSync } from 'node:fs';
import { Command } from 'commander';
import { CLIENTS_FILE } from '../../auth/clients.js';
import { backupBeside } from '../../store/backup-beside.js';
import { applyRepair, planRepair } from '../../store/repair.js';
import { restore } from '../../store/restore.js';
import { verify, type Verification } from '../../store/verify.js';
import { audit } from '../audit.js';
import { Failure } from '../errors.js';
import { configOption, dataOption, jsonOption, parseCount, withExamples } from '../options.js';
import { note, printJson } from '../output/print.js';
import { configurationOf, unlocked, withLikeness } from '../workspace.js';

/** Goes along with the records: without it every client would have to be registered anew. The signing key stays: tokens issued before are invalid after a restore. */
const also = [CLIENTS_FILE];

/** `likeness backup FOLDER` */
export function backupCommand(): Command {
  const command = new Command('backup')
    .description('copy the data folder, and verify the copy; works beside a running server')
    .argument('<folder>', 'must not exist, or be empty')
    .addOption(dataOption())
    .addOption(jsonOption())
    .action(async (target: string, options: { data: string; json?: boolean }) => {
      mustExist(options.data);
      const verification = await backupBeside(options.data, target, { also });
      audit(options.data, { action: 'backedUp', target: [target] });
      report(verification, options.json, `backed up to ${target}`);
    });
  return withExamples(command, [
    'backup /backups/likeness-2026-07-01',
    'backup /mnt/usb/likeness --data /srv/likeness',
  ]);
}

/** `likeness restore FOLDER` */
export function restoreCommand(): Command {
  const command = new Command('restore')
    .description('put a backup in the place of a data folder that is new or empty; the backup is verified first')
    .argument('<folder>', 'a backup')
    .addOption(dataOption())
    .addOption(jsonOption())
    .action(async (backup: string, options: { data: string; json?: boolean }) => {
      mustExist(backup);
      const verification = await restore(backup, options.data, { also });
      audit(options.data, { action: 'restored', target: [backup] });
      report(verification, options.json, `restored to ${options.data}`);
    });
  return withExamples(command, ['restore /backups/likeness-2026-07-01 --data /srv/likeness']);
}

interface VerifyOptions {
  data: string;
  config: string;
  sample: number;
  json?: boolean;
}

/** `likeness verify`: exit code 1 when anything is wrong. */
export function verifyCommand(): Command {
  const command = new Command('verify')
    .description(
      'check every line of the data folder, build the indexes and compare them, the summaries, Ids and the history with the records; of a folder that no server has open (verify a backup of one that has)',
    )
    .option('--sample <n>', 'records of each type whose search is compared with scoring every record', parseCount, 10)
    .addOption(dataOption())
    .addOption(configOption())
    .addOption(jsonOption())
    .action(async (options: VerifyOptions) => {
      mustExist(options.data);
      const configuration = await configurationOf(options.config);
      const verification = await verify(options.data);
      const disagreements =
        verification.damages.length > 0
          ? []
          : await withLikeness(options.data, configuration, (likeness) => likeness.disagreements(options));
      report(verification, options.json, `verified ${options.data}`, disagreements);
    });
  return withExamples(command, ['verify', 'verify --data /backups/likeness-2026-07-01 --sample 100', 'verify --json']);
}

/** `likeness repair [--apply]` */
export function repairCommand(): Command {
  const command = new Command('repair')
    .description('show what a repair of a damaged data folder would keep and lose; do it with --apply')
    .option('--apply', 'do it: the old files are moved aside, never deleted')
    .addOption(dataOption())
    .addOption(jsonOption())
    .action(async (options: { data: string; apply?: boolean; json?: boolean }) => {
      mustExist(options.data);
      const plan = await unlocked(options.data, () =>
        options.apply === true ? applyRepair(options.data) : planRepair(options.data),
      );
      if (options.apply === true && plan.isNeeded) audit(options.data, { action: 'repaired' });
      if (options.json === true) {
        const { damages, ...rest } = plan;
        printJson({ ...rest, damages: damages.map(({ message }) => message), isApplied: options.apply === true });
        return;
      }
      if (!plan.isNeeded) {
        process.stdout.write(`${options.data} is whole: nothing to repair\n`);
        return;
      }
      for (const step of plan.steps) process.stdout.write(`${step}\n`);
      note(options.apply === true ? 'done' : 'nothing was changed: run it again with --apply to do this');
    });
  return withExamples(command, ['repair', 'repair --apply --data /srv/likeness']);
}

function mustExist(folder: string): void {
  if (!existsSync(folder)) throw new Failure(`there is no folder ${folder}`);
}

/** @throws Failure when anything is wrong */
function report(
  { damages, faults, tornTail, ...figures }: Verification,
  asJson: boolean | undefined,
  done: string,
  disagreements: readonly string[] = [],
): void {
  const wrong = [...damages.map(({ message }) => message), ...faults, ...disagreements];
  if (asJson === true) {
    const ok = wrong.length === 0;
    printJson({ ...figures, ok, damages: damages.map(({ message }) => message), faults, disagreements, tornTail });
  } else {
    for (const line of wrong) process.stdout.write(`${line}\n`);
    if (tornTail !== undefined)
      note(
        `${tornTail.file} ends in ${tornTail.bytes} bytes of a write that never ended: the next start cuts them off`,
      );
    if (wrong.length === 0)
      process.stdout.write(`${done}: ${figures.records} records, ${figures.sequence} transactions, all agree\n`);
  }
  if (wrong.length > 0)
    throw new Failure(`${wrong.length} found wrong${damages.length > 0 ? '; see: likeness repair' : ''}`);
}
