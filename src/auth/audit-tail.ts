import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { AUDIT_FILE } from './audit-file.js';

/** Bytes read from the end: some hundred entries. */
const TAIL = 131_072;

export interface ShownAuditEntry {
  n: number;
  time: string;
  action: string;
  by: string | null;
  name: string | null;
  address: string | null;
  target: string[];
  detail: string | null;
}

/** The last lines of the audit log, newest first; fewer than asked for where the log, or what is read of it, ends. */
export async function lastAuditLines(folder: string, most: number): Promise<string[]> {
  const file = await open(join(folder, AUDIT_FILE), 'r').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  });
  if (file === undefined) return [];
  try {
    const { size } = await file.stat();
    const start = Math.max(0, size - TAIL);
    const bytes = Buffer.alloc(size - start);
    const { bytesRead } = await file.read(bytes, 0, bytes.length, start);
    const lines = bytes.toString('utf8', 0, bytesRead).split('\n');
    // The first one is cut, the last one is empty or being written.
    const whole = lines.slice(start === 0 ? 0 : 1, -1);
    return whole.reverse().slice(0, most);
  } finally {
    await file.close();
  }
}

/** None for a line that is not whole. */
export function shownEntry(line: string): ShownAuditEntry[] {
  try {
    const { n, time, action, by, name, address, target, detail } = JSON.parse(line) as Record<string, unknown>;
    const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
    return [
      {
        n: Number(n),
        time: String(time),
        action: String(action),
        ...{ by: text(by), name: text(name), address: text(address), detail: text(detail) },
        target: Array.isArray(target) ? target.map(String) : [],
      },
    ];
  } catch {
    return [];
  }
}
