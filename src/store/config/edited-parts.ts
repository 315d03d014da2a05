import { jsonText, writtenJson, type EditedPart, type SoundFolder } from './change-part.js';
import type { Configuration } from './configuration.js';
import { isConfigurationFile } from './folder-files.js';
import type { FileName } from './config-schemas.js';
import { ConfigurationError, type Problem } from './problem.js';

/** Parts of the configuration that people edit one by one, without scenarios. The names appear in URLs. */
export const PART_KINDS = ['survivorship', 'filters', 'lists', 'schedule'] as const;
export type PartKind = (typeof PART_KINDS)[number];

const SCHEDULE = 'jobs';

export interface KindOfParts<T> {
  readonly noun: 'scenario' | 'setting';
  /**
   * Precedes the names in the audit log. Precedes the names in the Ids of versions too, where most names ignore case.
   */
  readonly path: string;
  readonly ignoresCase: boolean;
  /** Name of the parameter with the version number, for errors. */
  readonly numberField: string;
  readonly names: (folder: SoundFolder) => readonly string[];
  readonly part: (name: string) => EditedPart<T>;
  readonly called: (name: string) => string;
  /** Returns the reason why a part cannot have this name, or `undefined` if it can. */
  readonly fault: (name: string, value: T) => Omit<Problem, 'file'> | undefined;
  /** Returns the value to write when `sent` is saved. Default: `sent`. */
  readonly edited?: (sent: T, before: T | undefined) => T;
  /** Returns warnings about a valid value. Default: the warnings about its file. @throws ConfigurationError */
  readonly check?: (value: T, configuration: Configuration) => readonly Problem[];
}

/** The `file` of problems in the submitted value. */
export const SENT = 'value';
const NO_LIST = { path: '', message: 'invalid name of a list: expected letters, digits, - and _' };

export const EDITED_PARTS: Readonly<Record<PartKind, KindOfParts<unknown>>> = {
  survivorship: {
    ...kindAt('survivorship'),
    ...entriesOf('survivorship.json', 'object'),
    called: (name) => `survivorship rules of ${name}`,
  },
  filters: {
    ...kindAt('filters'),
    ...entriesOf('filters.json', 'developerName'),
    called: (name) => `filter ${name}`,
  },
  lists: {
    ...kindAt('lists'),
    // Names of lists are names of files.
    ignoresCase: false,
    names: ({ contents }) => [...contents.lists.keys()].sort(),
    part: listPart,
    called: (name) => `list ${name}`,
    fault(name, value) {
      if (!isConfigurationFile(fileOfList(name)) || !/^[A-Za-z0-9][A-Za-z0-9_-]{0,79}$/.test(name)) return NO_LIST;
      return typeof value === 'string' ? undefined : { path: '', message: 'expected text with one entry per line' };
    },
  },
  schedule: {
    ...kindAt('schedule'),
    names: ({ contents }) => (contents.files['settings.json']?.jobs === undefined ? [] : [SCHEDULE]),
    part: schedulePart,
    called: () => 'job schedule',
    fault: (name) => (name === SCHEDULE ? undefined : { path: '', message: `expected '${SCHEDULE}'` }),
  },
};

function kindAt(kind: PartKind) {
  return { noun: 'setting', path: `${kind}/`, ignoresCase: true, numberField: 'number' } as const;
}

/** Describes entries that are found by a key in a JSON array. The key ignores case. */
function entriesOf(file: FileName, key: string): Pick<KindOfParts<unknown>, 'names' | 'part' | 'fault'> {
  const nameOf = (entry: unknown): unknown => (entry as Record<string, unknown> | null | undefined)?.[key];
  const isCalled = (name: string) => (entry: unknown) => String(nameOf(entry)).toLowerCase() === name.toLowerCase();
  const entriesIn = ({ contents }: SoundFolder): readonly unknown[] =>
    (contents.files[file] ?? []) as readonly unknown[];
  return {
    names: (folder) => entriesIn(folder).map((entry) => String(nameOf(entry))),
    part: (name) => ({
      file,
      sent: SENT,
      find: (folder) => entriesIn(folder).find(isCalled(name)),
      put(written, value) {
        const entries = [...((writtenJson(written) ?? []) as readonly unknown[])];
        const found = entries.findIndex(isCalled(name));
        const at = found < 0 ? entries.length : found;
        if (value !== undefined) entries[at] = value;
        else if (found >= 0) entries.splice(at, 1);
        return {
          text: written === undefined && entries.length === 0 ? undefined : jsonText(entries),
          place: `[${at}]`,
        };
      },
    }),
    fault: (name, value) =>
      isCalled(name)(value) ? undefined : { path: key, message: `expected the name in the URL, ${name}` },
  };
}

const fileOfList = (name: string): string => `lists/${name}.txt`;

function listPart(name: string): EditedPart<unknown> {
  const file = fileOfList(name);
  // Rejects other names, because they could lead to a file outside the folder.
  if (!isConfigurationFile(file)) throw new ConfigurationError([{ file: SENT, ...NO_LIST }]);
  return {
    file,
    sent: SENT,
    find: (folder) => folder.text(file),
    put: (_written, value) => ({ text: value as string | undefined, place: '' }),
  };
}

function schedulePart(): EditedPart<unknown> {
  return {
    file: 'settings.json',
    sent: SENT,
    find: ({ contents }) => contents.files['settings.json']?.jobs,
    put(written, value) {
      const before = (writtenJson(written) ?? {}) as Record<string, unknown>;
      const settings = { ...before, jobs: value };
      const isNone = written === undefined && value === undefined;
      return { text: isNone ? undefined : jsonText(settings), place: 'jobs' };
    },
  };
}
