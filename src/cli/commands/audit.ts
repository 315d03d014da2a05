import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { AUDIT_FILE } from '../../auth/audit-file.js';
import { verifyAudit } from '../../auth/audit-verify.js';
import { Failure, WrongUse } from '../errors.js';
import { dataOption, jsonOption, withExamples } from '../options.js';
import { printJson } from '../output/print.js';

/** `likeness audit ...` */
export function auditCommand(): Command {
  const audit = new Command('audit').description(
    'the audit log of a data folder: audit.log, a JSON object a line (works beside a running server)',
  );
  audit.addCommand(verifyCommand());
  return audit;
}

function verifyCommand(): Command {
  const command = new Command('verify')
    .description('check that no line of the audit log was changed, removed, put in or cut off; exit code 1 if one was')
    .option('--head <lines:digest>', 'what an earlier verification printed and was noted elsewhere: must be in the log')
    .addOption(dataOption())
    .addOption(jsonOption())
    .action(async (options: { head?: string; data: string; json?: boolean }) => {
      if (options.head !== undefined && !/^\d{1,15}:[0-9a-f]{64}$/.test(options.head))
        throw new WrongUse(`--head '${options.head}': expected what \`audit verify\` prints, such as 12:0f3a...`);
      if (!existsSync(join(options.data, AUDIT_FILE)))
        throw new Failure(`there is no ${join(options.data, AUDIT_FILE)}`);
      const { lines, head, faults } = await verifyAudit(options.data, options.head);
      if (options.json === true) printJson({ lines, head, ok: faults.length === 0, faults });
      else {
        for (const fault of faults) process.stdout.write(`${fault}\n`);
        if (faults.length === 0) process.stdout.write(`${lines} lines, each follows the one before; head ${head}\n`);
      }
      if (faults.length > 0) throw new Failure(`the audit log of ${options.data} is not whole`);
    });
  command.addHelpText(
    'after',
    `
Whoever can write to the data folder can write the whole log anew, with its end. To be able to show that too, note the
head that this prints somewhere else, and give it back later with --head.`,
  );
  return withExamples(command, ['audit verify', 'audit verify --head 12:9f86d081884c7d65...']);
}
