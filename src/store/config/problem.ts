export interface Problem {
  /** Path relative to the folder, such as `scenarios.json` or `lists/nicknames.txt`. */
  readonly file: string;
  /** JSON path in the file, such as `[0].fields[2].weight`. Empty for the whole file. */
  readonly path: string;
  readonly message: string;
}

/** Maximum number of problems shown per file, because the wrong kind of file contains thousands. */
const MAX_SHOWN = 10;

/** The configuration cannot be used. The message lists the problems, one per line, at most ten per file. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  constructor(readonly problems: readonly Problem[]) {
    super(`The configuration is invalid:\n${describeProblems(problems)}`);
  }
}

/** Writes one problem per line, `  file path: message`, at most ten per file. */
export function describeProblems(problems: readonly Problem[]): string {
  const lines: string[] = [];
  for (const file of new Set(problems.map((problem) => problem.file))) {
    const ofFile = problems.filter((problem) => problem.file === file);
    for (const { path, message } of ofFile.slice(0, MAX_SHOWN))
      lines.push(`  ${file}${path === '' ? '' : ` ${path}`}: ${message}`);
    if (ofFile.length > MAX_SHOWN) lines.push(`  ${file}: and ${ofFile.length - MAX_SHOWN} more`);
  }
  return lines.join('\n');
}

/** Writes keys and indexes as a path, such as `[0].fields[2]` or `["a b"].c`. */
export function jsonPath(keys: readonly PropertyKey[]): string {
  return keys
    .map((key, i) => {
      if (typeof key === 'number') return `[${key}]`;
      const name = String(key);
      if (!/^[A-Za-z_$][\w$]*$/.test(name)) return `[${JSON.stringify(name.slice(0, 80))}]`;
      return i === 0 ? name : `.${name}`;
    })
    .join('');
}
