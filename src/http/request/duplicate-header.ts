import type { IncomingMessage } from 'node:http';

/**
 * Whether a header was sent more than once: node:http joins the values, so they do not show it. @param name in lower
 * case
 */
export function isDuplicateHeader({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>, name: string): boolean {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const header = rawHeaders[i]!;
    if (header.length === name.length && header.toLowerCase() === name) count += 1;
  }
  return count > 1;
}
