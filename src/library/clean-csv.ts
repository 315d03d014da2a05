import { z } from 'zod';
import { clean, type Cleaned } from '../batch/clean/clean.js';
import { describedColumns, type DescribedColumn } from '../batch/clean/describe-sources.js';
import { prepareFolder, removeIfEmpty } from '../batch/clean/output-folder.js';
import { openSources } from '../batch/clean/source-files.js';
import { expectedAt, notesOn } from '../batch/dedupe/describe-compared.js';
import { loadConfiguration } from '../config/load.js';
import type { Expected } from './expected.js';
import { inOptions, LikenessError, told } from './likeness-error.js';
import { checked, compareOptions, type CompareOptions } from './option-schemas.js';
import { withNotes } from './with-notes.js';

export interface CleanOptions extends Omit<CompareOptions, 'learn'> {
  /** Folder for the results; absent: the groups are found and counted, nothing is written. */
  readonly out?: string;
  /** Whether `out` may hold files, of which those with the names of the results are replaced. */
  readonly force?: boolean;
  /** Column that names a row; absent: guessed, else the number of the row. */
  readonly id?: string;
  /** Column that says where a row comes from: only pairs across sources. Not with several files. */
  readonly source?: string;
  /** Percent, 0 to 100: merge from this score on; pairs below are for people to decide about. Default: merge all. */
  readonly sure?: number;
  /** File in the form of `survivorship.json`: which values survive. Absent: that of the configuration. */
  readonly survivorship?: string;
  /** `review.csv` of an earlier run with its column `same` filled, or pairs `id1,id2,same`: they bind. */
  readonly decisions?: string;
  /**
   * Whether `clean.csv` has the delimiter, quotes, line ends and encoding of the first file, and one workbook becomes
   * `clean.xlsx`. Default: so it is.
   */
  readonly likeInput?: boolean;
  /** Whether values stay as they are that a spreadsheet would run as formulas. Default: they get an apostrophe. */
  readonly raw?: boolean;
}

/** Outcome for the rows; `files` are the paths of the written files. */
export interface CleanedCsv extends Cleaned {
  /** The object type that the rows were taken for. */
  readonly object: string;
  /** The field that each column fills, and why; a column without a field is carried along. */
  readonly columns: readonly (DescribedColumn & { readonly file: string })[];
  /** Ids of the scenarios compared by. */
  readonly scenarios: readonly string[];
  /** Expected quality of a learned scenario at its threshold. */
  readonly expected?: Expected | undefined;
  /**
   * Why no pair was merged, and what would help, where pairs were found and there are no grounds: parts of sentences.
   */
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
  raw: z.boolean().optional(),
});

/**
 * Makes one record of every group of duplicates in a file, or across several: as `likeness clean` does.
 *
 * @param files paths: CSV or JSON
 * @throws LikenessError for files, options or a folder that cannot be used
 */
export function cleanCsv(files: string | readonly string[], options: CleanOptions = {}): Promise<CleanedCsv> {
  return told(async () => {
    const paths = typeof files === 'string' ? [files] : files;
    if (!Array.isArray(paths) || paths.length === 0 || paths.some((path) => typeof path !== 'string'))
      throw new LikenessError('cleanCsv: files: expected the path of a file, or of several');
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
