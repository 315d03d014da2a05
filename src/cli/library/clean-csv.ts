import { z } from 'zod';
import { clean } from '../../files/clean/clean.js';
import type { Cleaned } from '../../files/clean/clean-report.js';
import { describedColumns, type DescribedColumn } from '../../files/clean/describe-sources.js';
import { prepareFolder, removeIfEmpty } from '../../files/clean/output-folder.js';
import { openSources } from '../../files/clean/source-files.js';
import { notesOn } from '../../files/dedupe/describe-compared.js';
import { expectedAt } from '../../files/learning/expected-quality.js';
import { loadConfiguration } from '../../store/config/load.js';
import type { Expected } from './learn.js';
import { inOptions, LikenessError, told, withNotes } from './likeness-error.js';
import { checked, compareOptions, type CompareOptions } from './option-schemas.js';

export interface CleanOptions extends Omit<CompareOptions, 'learn'> {
  /** Folder for the results. By default, no files are written. */
  readonly out?: string;
  /** Whether `out` may already contain files. Files with the names of results are replaced. */
  readonly force?: boolean;
  /** Column with the row's Id. Detected by default. Without such a column, the row number is the Id. */
  readonly id?: string;
  /** Column with the row's source. Only pairs across different sources are found. Not allowed with several files. */
  readonly source?: string;
  /**
   * Minimum score, in percent, of groups to merge. Pairs with lower scores are left for review. Default: all groups.
   */
  readonly sure?: number;
  /** File in the format of `survivorship.json`, with rules for merging. Default: the configuration's rules. */
  readonly survivorship?: string;
  /** File with binding decisions: an earlier `review.csv` with the column `same` filled in, or pairs `id1,id2,same`. */
  readonly decisions?: string;
  /**
   * Whether `clean.csv` has the delimiter, quotes, line endings and encoding of the first file, and a single workbook
   * or JSON file becomes `clean.xlsx`, `clean.json` or `clean.ndjson`. Default: true.
   */
  readonly likeInput?: boolean;
  /** Whether to put an apostrophe before values that a spreadsheet would evaluate as formulas. Default: false. */
  readonly guard?: boolean;
}

/** The results of a cleaning. `files` contains the paths of the written files. */
export interface CleanedCsv extends Cleaned {
  readonly object: string;
  /** The field of each column, and the reason for the choice. A column without a field is copied. */
  readonly columns: readonly (DescribedColumn & { readonly file: string })[];
  /** Ids of the scenarios used. */
  readonly scenarios: readonly string[];
  /** Expected quality of a learned scenario at its threshold. */
  readonly expected?: Expected | undefined;
  /** Parts of sentences that explain why no pair was merged, and the remedy. Set only if all pairs lacked evidence. */
  readonly notMerged?: { readonly why: string; readonly help: string } | undefined;
  readonly notes: readonly string[];
}

const text = z.string().min(1).optional();
const cleanOptions = compareOptions.omit({ learn: true }).extend({
  out: text,
  force: z.boolean().optional(),
  id: text,
  source: text,
  sure: z.number().min(0).max(100).optional(),
  survivorship: text,
  decisions: text,
  likeInput: z.boolean().optional(),
  guard: z.boolean().optional(),
});

/**
 * Merges every group of duplicates in one or several files, like `likeness clean`.
 * @param files paths of CSV or JSON files
 * @throws LikenessError for unusable files, options or folders
 */
export function cleanCsv(files: string | readonly string[], options: CleanOptions = {}): Promise<CleanedCsv> {
  return told(async () => {
    const paths = typeof files === 'string' ? [files] : files;
    if (!Array.isArray(paths) || paths.length === 0 || paths.some((path) => typeof path !== 'string'))
      throw new LikenessError('cleanCsv: files: expected the path of a file, or an array of paths');
    const { object, map = {}, config, scenarios, force = false, ...given } = checked(cleanOptions, options, 'cleanCsv');
    const configuration = await loadConfiguration(config);
    const { id, source, out } = given;
    const mapped = Object.entries(map).map(([column, field]) => ({ source: column, field }));
    const { result, notes } = await withNotes(async () => {
      const mayBeAuto = mapped.length === 0 && scenarios === undefined && given.survivorship === undefined;
      const asked = { files: paths, object, map: mapped, id, source, mayBeAuto };
      const sources = await openSources(asked, configuration);
      if (out !== undefined) await prepareFolder(out, force);
      try {
        return {
          sources,
          ...(await clean(
            sources,
            { ...given, decisions: given.decisions === undefined ? undefined : [given.decisions], scenario: scenarios },
            configuration,
          )),
        };
      } catch (error) {
        if (out !== undefined) await removeIfEmpty(out);
        throw error;
      }
    });
    const { sources, cleaned, prepared, notMerged } = result;
    return {
      ...cleaned,
      object: sources.type.name,
      scenarios: prepared.scenarios.map((scenario) => scenario.id),
      expected: prepared.learned && expectedAt(prepared.learned, prepared.scenarios[0]!),
      ...(notMerged && { notMerged }),
      columns: sources.files.flatMap((file) =>
        describedColumns(file).map((column) => ({ file: file.path, ...column })),
      ),
      notes: [...notes, ...notesOn(prepared, options.precision).map(inOptions)],
    };
  });
}
