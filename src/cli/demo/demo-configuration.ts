import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolderSync, PRIVATE } from '../../runtime/make-folder.js';
import { packageRoot } from '../../runtime/package-root.js';
import { replaceFileSync } from '../../store/replace-file.js';

/** A scenario of Contact that `likeness train` learned from the demo data. */
const SHIPPED = join(packageRoot, 'data/demo-config/scenarios.json');

/** Returns the configuration folder, by default within the data folder. A new folder gets the learned scenario. */
export function demoConfiguration({ data, config }: { readonly data: string; readonly config: string }): string {
  if (existsSync(config)) return config;
  const own = join(data, 'config');
  if (!existsSync(data) || readdirSync(data).length === 0) {
    makeFolderSync(own, PRIVATE);
    replaceFileSync(join(own, 'scenarios.json'), readFileSync(SHIPPED, 'utf8'));
  }
  return own;
}
