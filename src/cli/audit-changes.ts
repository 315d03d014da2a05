import { recordIn, type AuditEntry } from '../service/auth/audit-log.js';
import { FolderHome } from '../store/home/folder/folder-home.js';
import { note } from '../runtime/notes.js';

/** The author of command-line changes in history and audit log. */
export const COMMAND_LINE = 'command-line';

export type WriteDown = (entry: Omit<AuditEntry, 'by'>) => void;

/** Writes audit entries. If writing fails, a warning is printed, and the command's changes are not undone. */
export async function audit(dataFolder: string, ...entries: readonly Omit<AuditEntry, 'by'>[]): Promise<void> {
  if (entries.length === 0) return;
  try {
    await recordIn(new FolderHome(dataFolder), ...entries.map((entry) => ({ by: COMMAND_LINE, ...entry })));
  } catch (error) {
    note(`the audit log of ${dataFolder} could not be written: ${(error as Error).message}`);
  }
}
