import { expectedAt } from '../dedupe/describe-compared.js';
import type { Prepared } from '../dedupe/prepare.js';
import { BUILT_IN, type AskedScenarios } from '../dedupe/asked-scenarios.js';
import { hasCompoundName } from '../../records/compound.js';
import type { ObjectType } from '../../records/object-type.js';
import type { Scenario } from '../../matching/scenario.js';
import type { RowsExplanation } from './explain-rows.js';

/** Why no pair is merged, whatever its score, and what would help: parts of sentences. */
export interface NotMerged {
  readonly why: string;
  readonly help: string;
  /** The groups hold, and their rows stay apart: events of one party. */
  readonly areEvents?: boolean;
}

/** Thousandths of a bit: agreement that says less of a person's own fields is no ground, as that of sex or title. */
const LEAST_GROUND = 4_000;

/** Answers from which on rows of an unknown kind are merged. */
const FEWEST_ANSWERS = 20;

/** Whether somebody chose what is compared, or from which score on: then that person answers for it. */
export function isChosen({
  scenario,
  sure,
}: {
  readonly scenario?: AskedScenarios | undefined;
  readonly sure?: number | undefined;
}): boolean {
  return sure !== undefined || (scenario !== undefined && scenario !== BUILT_IN);
}

/** @returns `undefined` where there are grounds to merge pairs */
export function whyNotMerged(
  { scenarios, learned }: Pick<Prepared, 'scenarios' | 'learned'>,
  filled: ReadonlySet<string>,
  type: ObjectType,
  isAuto: boolean,
): NotMerged | undefined {
  if (isAuto && (learned?.answers?.pairs ?? 0) < FEWEST_ANSWERS)
    return {
      why: 'it is not known what the columns mean, and things that are called alike may be two (sizes, parts, editions)',
      help: `answer the first ${FEWEST_ANSWERS} questions of review.csv or more, and give it by --labels; --sure PERCENT merges all the same`,
    };
  if (comparesNamesAlone(scenarios))
    return {
      why: 'names of people are all that is compared, and namesakes are not one person',
      help: 'add what people have of their own (e-mail, phone, address, birth date); --sure PERCENT merges all the same',
    };
  if (learned !== undefined) {
    const { noGrounds } = expectedAt(learned, scenarios[0]!);
    return noGrounds === undefined
      ? undefined
      : {
          why: `it is not known how many of the pairs are right: ${noGrounds}`,
          help: 'map more columns that tell the rows apart (--map), decide about review.csv, or --sure PERCENT merges all the same',
        };
  }
  const isNamed = hasCompoundName(type) && ['Name', 'FirstName', 'LastName'].some((name) => filled.has(name));
  return isNamed && !scenarios.some(({ fields }) => fields.some(({ method }) => method.kind === 'personName'))
    ? {
        why: 'the names of the people are not compared, and people who share a mailbox or a phone are not one person',
        help: 'map their names to FirstName and LastName (--map), or --sure PERCENT merges all the same',
      }
    : undefined;
}

/**
 * Whether something speaks for a pair that not thousands have in common: of a learned scenario by its match weight, of
 * others anything but names and places, which namesakes and neighbours share.
 */
export function hasGrounds({ scenario, fields }: RowsExplanation): boolean {
  return fields.some(
    ({ similarity, matchWeight }, i) =>
      similarity > 0 &&
      (matchWeight === undefined ? scenario.fields[i]!.isNameOrPlace !== true : matchWeight >= LEAST_GROUND),
  );
}

/** No more than names of people; in scenarios that are not learned, than names and places. */
function comparesNamesAlone(scenarios: readonly Scenario[]): boolean {
  return scenarios.every(({ fields, model }) =>
    fields.every(({ method, isNameOrPlace }) =>
      model === undefined ? isNameOrPlace === true : method.kind === 'personName' || method.kind === 'remark',
    ),
  );
}
