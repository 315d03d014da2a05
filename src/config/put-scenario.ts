import { existsSync } from 'node:fs';
import type { ScenarioDefinition } from '../matching/scenario.js';
import { fileContents, readFolder } from './folder.js';
import { rawFile } from './import/import-configuration.js';
import { resolveContents } from './load.js';
import { ConfigurationError, type Problem } from './problem.js';
import { replaceFiles } from './replace-files.js';
import { asWritten } from './scenario-definition.js';

const FILE = 'scenarios.json';

/**
 * The scenario of an Id as the folder and the program have it. @returns what is to stand in its place; `undefined`:
 * nothing
 */
export type ScenarioChange = (
  before: ScenarioDefinition | undefined,
) => ScenarioDefinition | undefined | Promise<ScenarioDefinition | undefined>;

/** Writes a scenario into `scenarios.json` of a configuration folder, in the place of one of the same Id. */
export async function putScenario(folder: string, scenario: ScenarioDefinition): Promise<void> {
  await changeScenario(folder, scenario.id, () => scenario);
}

/**
 * Changes one scenario in `scenarios.json` of a configuration folder. What stands there otherwise keeps its form. The
 * outcome is checked as a whole before anything is written.
 *
 * @throws ConfigurationError, and what `change` throws; nothing is written then
 */
export async function changeScenario(folder: string, id: string, change: ScenarioChange): Promise<void> {
  if (!existsSync(folder))
    throw new ConfigurationError([
      {
        file: folder,
        path: '',
        message: 'there is no such configuration folder to write scenarios.json into: make it',
      },
    ]);
  const contents = await readFolder(folder);
  const before = resolveContents(contents, folder);
  if (before.problems.length > 0) throw new ConfigurationError(before.problems);
  const next = await change(before.configuration.scenarioDefinitions.find((one) => one.id === id));
  const written = (await rawFile(folder, FILE)) as { readonly id: string }[];
  const entries = new Map<string, object>(written.map((entry) => [entry.id, entry]));
  const entry = next && asWritten(next);
  if (entry === undefined) entries.delete(id);
  else entries.set(id, entry);
  const value = [...entries.values()];
  const problems: Problem[] = [];
  const files = { ...contents.files, [FILE]: fileContents(FILE, JSON.parse(JSON.stringify(value)), problems) };
  const after = resolveContents({ ...contents, files: files as typeof contents.files, problems }, folder);
  if (after.problems.length > 0) throw new ConfigurationError(after.problems);
  await replaceFiles(folder, new Map([[FILE, `${JSON.stringify(value, null, 2)}\n`]]));
}
