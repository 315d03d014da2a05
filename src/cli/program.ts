import { Command } from 'commander';
import { auditCommand } from './commands/audit.js';
import { clientCommand } from './commands/client.js';
import { configCommand } from './commands/config.js';
import { backupCommand, repairCommand, restoreCommand, verifyCommand } from './commands/data-folder.js';
import { dedupeCommand } from './commands/dedupe.js';
import { evaluateCommand } from './commands/evaluate.js';
import { explainCommand } from './commands/explain.js';
import { exportCommand } from './commands/export.js';
import { eraseCommand, historyCommand, undoCommand } from './commands/history.js';
import { keyCommand } from './commands/key.js';
import { importCommand } from './commands/import.js';
import { scenariosCommand } from './commands/scenarios.js';
import { searchCommand } from './commands/search.js';
import { serveCommand } from './commands/serve.js';
import { suggestCommand } from './commands/suggest.js';
import { tokenCommand } from './commands/token.js';
import { trainCommand } from './commands/train.js';
import { version } from './version.js';

/** The command line, built anew for every run: commander keeps the values of options in its commands. */
export function buildProgram(): Command {
  const program = new Command('likeness')
    .description('Duplicate-aware record service: upsert and search with explainable scores')
    .version(version)
    .addHelpText(
      'after',
      '\nRun `likeness help COMMAND` for its options and examples.\nExit codes: 0 done, 1 failed, 2 wrong use.',
    );
  const commands = [
    serveCommand(),
    clientCommand(),
    tokenCommand(),
    keyCommand(),
    auditCommand(),
    importCommand(),
    exportCommand(),
    searchCommand(),
    explainCommand(),
    dedupeCommand(),
    evaluateCommand(),
    suggestCommand(),
    trainCommand(),
    scenariosCommand(),
    configCommand(),
    historyCommand(),
    undoCommand(),
    eraseCommand(),
    backupCommand(),
    restoreCommand(),
    verifyCommand(),
    repairCommand(),
  ];
  for (const command of commands) program.addCommand(command);
  inheritManners(program);
  return program;
}

/** Errors in one line on stderr, and thrown instead of ending the process: in every command and subcommand. */
function inheritManners(command: Command): void {
  command.exitOverride();
  command.configureOutput({
    outputError: (text, write) =>
      write(
        `likeness: ${text
          .replace(/^error: /, '')
          .trim()
          .split('\n')
          .join(' ')}\n`,
      ),
  });
  for (const child of command.commands) inheritManners(child);
}
