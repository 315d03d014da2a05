import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { AUDIT_FILE } from '../../service/auth/audit-chain.js';
import { verifyAudit } from '../../service/auth/audit-verify.js';
import { command, commandGroup, text } from '../command.js';
import { openMeantHome } from '../open/database.js';
import { Failure, WrongUse } from '../../runtime/failure.js';
import { jsonOption } from '../options.js';
import { sharedDataOptions } from '../shared-folder-files.js';
import { show } from '../output/print.js';

export const auditCommand = (): Command =>
  commandGroup(
    'audit',
    'verify the audit log of a data folder, or of all nodes that share a database (works while servers are running)',
    [verifyCommand()],
  );

const verifyCommand = (): Command =>
  command({
    name: 'verify',
    description:
      'check that no line of the audit log was changed, removed, inserted or truncated; exit code 1 otherwise',
    inputs: {
      head: text(
        '--head <lines:digest>',
        'head that an earlier run printed; the command fails if the log does not contain it',
      ),
      ...sharedDataOptions,
      ...jsonOption,
    },
    remarks: `Anyone with write access to the data folder or the database can rewrite the whole log.
To detect this, store the printed head elsewhere, and pass it to a later run with --head.`,
    examples: ['audit verify', 'audit verify --head 12:9f86d081884c7d65...'],
    run: async ({ data, store, json, ...given }) => {
      if (given.head !== undefined && !/^\d{1,15}:[0-9a-f]{64}$/.test(given.head))
        throw new WrongUse(`--head '${given.head}': expected a head printed by \`audit verify\`, such as 12:0f3a...`);
      if (store === undefined && !existsSync(join(data, AUDIT_FILE)))
        throw new Failure(`there is no audit log ${join(data, AUDIT_FILE)}`);
      const home = await openMeantHome({ data, store });
      const { lines, head, faults } = await verifyAudit(home, given.head).finally(() => home.close());
      const ok = faults.length === 0;
      show(json, { lines, head, ok, faults }, () =>
        ok ? `verified ${lines} lines; head ${head}\n` : `${faults.join('\n')}\n`,
      );
      if (!ok)
        throw new Failure(
          `the audit log of ${store === undefined ? data : 'the database'} is incomplete or was changed`,
        );
    },
  });
