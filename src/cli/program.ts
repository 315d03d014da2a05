import { Command } from 'commander';
import { shippedGroups } from '../matching/lists/shipped-list.js';
import { print, printError } from './output/print.js';
import { nearestName } from '../records/nearest-name.js';
import { version } from '../runtime/version.js';

/** Commands in the order of the help. Commands are loaded on demand, because most are never needed. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./commands/serve-command.js')).serveCommand(),
  console: async () => (await import('./commands/console-command.js')).consoleCommand(),
  client: async () => (await import('./commands/client-commands.js')).clientCommand(),
  mcp: async () => (await import('./commands/mcp-command.js')).mcpCommand(),
  token: async () => (await import('./commands/token-command.js')).tokenCommand(),
  key: async () => (await import('./commands/key-commands.js')).keyCommand(),
  audit: async () => (await import('./commands/audit-command.js')).auditCommand(),
  import: async () => (await import('./commands/import-command.js')).importCommand(),
  export: async () => (await import('./commands/export-command.js')).exportCommand(),
  search: async () => (await import('./commands/search-command.js')).searchCommand(),
  explain: async () => (await import('./commands/explain-command.js')).explainCommand(),
  clean: async () => (await import('./commands/clean-command.js')).cleanCommand(),
  dedupe: async () => (await import('./commands/dedupe-command.js')).dedupeCommand(),
  jobs: async () => (await import('./commands/job-commands.js')).jobsCommand(),
  webhooks: async () => (await import('./commands/webhook-commands.js')).webhooksCommand(),
  review: async () => (await import('./commands/review-commands.js')).reviewCommand(),
  evaluate: async () => (await import('./commands/evaluate-command.js')).evaluateCommand(),
  train: async () => (await import('./commands/train-command.js')).trainCommand(),
  scenarios: async () => (await import('./commands/scenarios-command.js')).scenariosCommand(),
  config: async () => (await import('./commands/config-commands.js')).configCommand(),
  merge: async () => (await import('./commands/merge-command.js')).mergeCommand(),
  history: async () => (await import('./commands/history-commands.js')).historyCommand(),
  undo: async () => (await import('./commands/history-commands.js')).undoCommand(),
  held: async () => (await import('./commands/erase-command.js')).heldCommand(),
  erase: async () => (await import('./commands/erase-command.js')).eraseCommand(),
  backup: async () => (await import('./commands/maintenance-commands.js')).backupCommand(),
  restore: async () => (await import('./commands/maintenance-commands.js')).restoreCommand(),
  move: async () => (await import('./commands/move-command.js')).moveCommand(),
  verify: async () => (await import('./commands/maintenance-commands.js')).verifyCommand(),
  repair: async () => (await import('./commands/maintenance-commands.js')).repairCommand(),
};

/**
 * Builds the program for each run, because commander stores option values in its commands.
 * @param name the command to run; if the name is unknown, all commands are built, for help and suggestions
 */
export async function buildProgram(name?: string): Promise<Command> {
  const program = new Command('likeness')
    .description('Duplicate-aware record service: upsert and search with explainable scores')
    .version(version)
    // Options belong to the innermost command that precedes them.
    .enablePositionalOptions()
    .addHelpText(
      'after',
      '\nRun `likeness help COMMAND` for its options and examples.\nExit codes: 0 success, 1 failure, 2 usage error, 3 nothing merged (clean found pairs, but too little evidence to merge them).',
    );
  const wanted = name !== undefined && Object.hasOwn(COMMANDS, name) ? [COMMANDS[name]!] : Object.values(COMMANDS);
  for (const load of wanted) program.addCommand(await load());
  formatErrors(program);
  return program;
}

function withMeant(text: string, command: Command): string {
  const [, kind, name = ''] = /unknown (command|option) '([^']*)'/.exec(text) ?? [];
  if (kind === undefined) return text;
  const [bare = ''] = name.split('=');
  const options = command.options.flatMap(({ long }) => long ?? []);
  const begun = (all: readonly string[]) => all.filter((one) => bare.length > 3 && one.startsWith(bare));
  const names = command.commands.map((one) => one.name());
  const [longer, other] = begun(kind === 'command' ? names : options);
  const synonym = shippedGroups('command-words').get(bare.toLowerCase());
  const meant =
    (kind === 'command' && names.includes(synonym ?? '') ? synonym : undefined) ??
    (other === undefined ? longer : undefined) ??
    nearestName(bare, kind === 'command' ? names : options);
  const [plain = ''] = text.split('(Did you mean');
  return meant === undefined ? plain : `${plain.trim()} (Did you mean ${meant}?)`;
}

/** Prints errors as one line on stderr, and throws them instead of exiting. */
function formatErrors(command: Command): void {
  command.exitOverride();
  command.configureOutput({
    writeOut: print,
    writeErr: printError,
    outputError: (text, write) =>
      write(
        `likeness: ${withMeant(text, command)
          .replace(/^error: /, '')
          .trim()
          .split('\n')
          .join(' ')}\n`,
      ),
  });
  for (const child of command.commands) formatErrors(child);
}
