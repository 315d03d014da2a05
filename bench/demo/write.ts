/**
 * `npx tsx bench/demo/write.ts` writes the demo data. The output is committed. A test fails if the committed files
 * differ.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { demoFiles } from './generate.js';

const folder = fileURLToPath(new URL('../../data/demo', import.meta.url));
mkdirSync(folder, { recursive: true });
for (const [name, text] of demoFiles()) writeFileSync(join(folder, name), text);
