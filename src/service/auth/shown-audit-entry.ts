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
