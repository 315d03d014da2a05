/**
 * Where a text names a port: `host:port`, `[::1]:port`, `port 5432`, `port=5432` or `"port":5432`, as one whole
 * number. The same digits within another number, or as a count, a size or a time, name no port: a port drawn at
 * random would be found by chance in the figures of `/metrics`.
 */
export function portInText(port: number): RegExp {
  return new RegExp(String.raw`(?:[\w.\]]:|ports?\b["']?\s*[:=]?\s*["'[(]?)${port}(?!\d)`, 'i');
}
