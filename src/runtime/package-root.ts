import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder that contains `package.json`, `data`, `dist` and `src`. */
export const packageRoot = folderOfPackage(dirname(fileURLToPath(import.meta.url)));

/** The folder that this code runs from: `src` or `dist`. */
export const codeRoot = join(packageRoot, import.meta.url.endsWith('.ts') ? 'src' : 'dist');

function folderOfPackage(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const above = dirname(folder);
  if (above === folder) throw new Error('The program is not in a package: no folder above it has a package.json.');
  return folderOfPackage(above);
}
