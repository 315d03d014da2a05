import { z } from 'zod';

export const auditEntrySchema = z.strictObject({
  n: z.int().describe('Line number in the audit log'),
  time: z.string(),
  action: z.string(),
  by: z.string().nullable(),
  name: z.string().nullable(),
  address: z.string().nullable(),
  target: z.array(z.string()),
  detail: z.string().nullable(),
});
export type ShownAuditEntry = z.output<typeof auditEntrySchema>;

/** Parses a line of the log. Returns an empty list if the line is incomplete. */
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
