import { CommanderError } from 'commander';
import { tellAlwaysTo, tellingTo } from '../runtime/notes.js';
import { describe, WrongUse } from '../runtime/failure.js';
import { EndedWith, exitCodes } from './exit-codes.js';
import { printError } from './output/print.js';
import { writingTo, type Streams } from '../runtime/standard-streams.js';
import { terminal } from './output/terminal.js';
import { buildProgram } from './program.js';

/** Runs a command and sets the process's exit code. @param args the command line without the program's name */
export async function main(args: readonly string[]): Promise<void> {
  endQuietlyWhenNobodyReads();
  tellAlwaysTo(terminal);
  process.exitCode = await exitCodeOf(args);
}

/** Runs a command and prints each error as one line. May be called repeatedly. @returns the exit code */
export function run(args: readonly string[], streams: Streams): Promise<number> {
  return writingTo(streams, () => tellingTo(terminal, () => exitCodeOf(args)));
}

async function exitCodeOf(args: readonly string[]): Promise<number> {
  try {
    await (await buildProgram(args[0])).parseAsync([...args], { from: 'user' });
    return exitCodes.done;
  } catch (error) {
    // Commander has already printed its message. Help and version output also ends here.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.wrongUse;
    if (error instanceof EndedWith) return error.code;
    printError(`likeness: ${describe(error)}\n`);
    return error instanceof WrongUse ? exitCodes.wrongUse : exitCodes.failed;
  }
}

/** Exits successfully if `likeness ... | head` closes the pipe early. A full disk behind `>` is an error. */
function endQuietlyWhenNobodyReads(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(exitCodes.done);
    printError(`likeness: standard output: ${describe(error)}\n`);
    process.exit(exitCodes.failed);
  });
  // Ignore the error, because it cannot be reported.
  process.stderr.on('error', () => undefined);
}
