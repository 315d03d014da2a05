import { readFileSync } from 'node:fs';

/** From `package.json`, which lies two folders above both the sources and the build. */
export const version = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version;
