/**
 * Matches a port in text: `host:port`, `[::1]:port`, `port 5432`, `port=5432` or `"port":5432`. The same digits in
 * another number, a count, a size or a time do not match, because a random port could occur in the numbers of
 * `/metrics`.
 */
export function portInText(port: number): RegExp {
  return new RegExp(String.raw`(?:[\w.\]]:|ports?\b["']?\s*[:=]?\s*["'[(]?)${port}(?!\d)`, 'i');
}
