import { recordIn, type AuditEntry } from '../auth/audit-log.js';
import { FolderHome } from '../home/folder/folder-home.js';
import { note } from '../runtime/notes.js';

/** Who works with the data folder itself, as history and audit log show it. */
export const COMMAND_LINE = 'command-line';

/** Writes down what was done. */
export type WriteDown = (entry: Omit<AuditEntry, 'by'>) => void;

/** Writes down what a command has done. Where that fails, what was done stays done, and is said so. */
export async function audit(dataFolder: string, ...entries: readonly Omit<AuditEntry, 'by'>[]): Promise<void> {
  if (entries.length === 0) return;
  try {
    await recordIn(new FolderHome(dataFolder), ...entries.map((entry) => ({ by: COMMAND_LINE, ...entry })));
  } catch (error) {
    note(`the audit log of ${dataFolder} could not be written: ${(error as Error).message}`);
  }
}
