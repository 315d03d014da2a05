/** An entry of the audit log as those who may look at it see it. */
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
