import { expectedAt } from '../learning/expected-quality.js';
import type { Prepared } from '../dedupe/prepare.js';
import { BUILT_IN, type AskedScenarios } from '../dedupe/asked-scenarios.js';
import { hasCompoundName } from '../../records/compound.js';
import type { ObjectType } from '../../records/object-type.js';
import { isNumberOfParty } from '../../matching/contradictions/identifiers.js';
import type { Scenario } from '../../matching/scenario.js';
import { IntColumn } from '../../runtime/memory/buffers.js';
import type { ExplainedPairs, RowsExplanation } from './explain-rows.js';

/** The reason why no pair is merged, regardless of its score, and the remedy, as parts of sentences. */
export interface NotMerged {
  readonly why: string;
  readonly help: string;
  /** The option that merges the pairs anyway. */
  readonly option: string;
  /** Whether the file is a log. The groups of a log are valid, but their rows are not merged. */
  readonly isLog?: boolean;
}

/** Minimum weight of a field that can justify a merge, in thousandths of a bit. Sex and title weigh less. */
const LEAST_GROUND = 4_000;

/** Score in percent below which namesakes may share a rare name. */
const SURE_BY_NAME = 90;

/** Number of answers required before rows of an unknown kind are merged. */
const FEWEST_ANSWERS = 20;

/** Returns whether a person chose the scenario or the threshold and is therefore responsible for the result. */
export function isChosen({
  scenario,
  sure,
}: {
  readonly scenario?: AskedScenarios | undefined;
  readonly sure?: number | undefined;
}): boolean {
  return sure !== undefined || (scenario !== undefined && scenario !== BUILT_IN);
}

/** Whether pairs of unknown precision are confirmed by unique numbers, or by e-mails without names. */
function restsOnIdentifiers(
  { scenarios, learned }: Pick<Prepared, 'scenarios' | 'learned'>,
  filled: ReadonlySet<string>,
): boolean {
  if (learned === undefined || expectedAt(learned, scenarios[0]!).noGrounds === undefined) return false;
  const all = [...filled];
  return all.some(isNumberOfParty) || (all.some((name) => /^email/i.test(name)) && !all.some(isName));
}

const isName = (field: string) => /name|company/i.test(field);

/** @returns the reason not to merge pairs, or `undefined` if they may be merged */
export function whyNotMerged(
  { scenarios, learned }: Pick<Prepared, 'scenarios' | 'learned'>,
  filled: ReadonlySet<string>,
  type: ObjectType,
  isAuto: boolean,
): NotMerged | undefined {
  const option = optionOf(scenarios);
  if (isAuto && (learned?.answers?.pairs ?? 0) < FEWEST_ANSWERS)
    return {
      why: 'the meaning of the columns is unknown, and items with similar names can differ in size, part or edition',
      help: `fill in \`same\` for at least the first ${FEWEST_ANSWERS} pairs of review.csv, and pass the file as --labels; or use ${option} to merge anyway`,
      option,
    };
  if (comparesNamesAlone(scenarios) && ![...filled].some(isNumberOfParty))
    return {
      why: 'only names of people are compared, and different people can have the same name',
      help: `add a personal column (e-mail, phone, address, birth date), or use ${option} to merge anyway`,
      option,
    };
  if (learned !== undefined) {
    const { noGrounds } = expectedAt(learned, scenarios[0]!);
    return noGrounds === undefined || restsOnIdentifiers({ scenarios, learned }, filled)
      ? undefined
      : unknownPrecision(noGrounds, scenarios);
  }
  const isNamed = hasCompoundName(type) && ['Name', 'FirstName', 'LastName'].some((name) => filled.has(name));
  return isNamed && !scenarios.some(({ fields }) => fields.some(({ method }) => method.kind === 'personName'))
    ? {
        why: 'the names of people are not compared, and different people can share an e-mail address or phone',
        help: `map the names of people to FirstName and LastName with --map, or use ${option} to merge anyway`,
        option,
      }
    : undefined;
}

/** Describes why the built-in scenarios merge no pairs: their precision is unknown. */
export function unknownPrecision(why: string, scenarios: readonly Scenario[]): NotMerged {
  const option = optionOf(scenarios);
  return {
    why: `the precision is unknown: ${why}`,
    help: `map more columns that distinguish the rows (--map), or fill in review.csv and pass it as --labels; or use ${option} to merge anyway`,
    option,
  };
}

const optionOf = (scenarios: readonly Scenario[]) =>
  `--sure ${Math.min(...scenarios.map(({ threshold }) => threshold)) / 100}`;

/** Checks, once per pair, whether there are grounds to merge it, and sums its match weights. */
export function withGrounds(
  prepared: Pick<Prepared, 'scenarios' | 'learned' | 'rows' | 'contradictions'>,
  explained: ExplainedPairs,
): { rests: (pair: number) => boolean; strength: (pair: number) => number } {
  const { contradictions, rows } = prepared;
  const { pairs } = explained;
  const byIdentifiers = restsOnIdentifiers(prepared, rows.fields);
  /** Thousandths of a bit by pair, from 1. 0 means not yet known, -1 means no grounds. */
  const weights = new IntColumn();
  const strength = (pair: number): number => {
    if (weights.get(pair) === 0) {
      const [a, b] = [pairs.first[pair]!, pairs.second[pair]!];
      const evidence = explained.explain(pair);
      const weight = evidence.fields.reduce((sum, { matchWeight = 0 }) => sum + matchWeight, 0);
      const telling = byIdentifiers ? new Set<string>() : tellingFields(evidence);
      const ofModel = byIdentifiers ? undefined : evidence.scenario.model && telling;
      const tells = telling.size > 0 || contradictions.shareIdentifier(a, b);
      const areEnough = tells && contradictions.hasGrounds(a, b, evidence.scenario, ofModel);
      weights.set(pair, areEnough ? Math.max(1, weight) : -1);
    }
    return weights.get(pair);
  };
  return { rests: (pair) => strength(pair) > 0, strength };
}

/** Fields whose agreement is evidence: by match weight if learned, otherwise all except names and places. */
function tellingFields({ scenario, fields, score }: RowsExplanation): ReadonlySet<string> {
  const telling = fields.flatMap(({ similarity, matchWeight }, i) => {
    const { label, method, isNameOrPlace } = scenario.fields[i]!;
    if (score < SURE_BY_NAME && method.kind === 'personName') return [];
    const tells = matchWeight === undefined ? isNameOrPlace !== true : matchWeight >= LEAST_GROUND;
    return similarity > 0 && tells ? [label] : [];
  });
  return new Set(telling);
}

/** Returns whether scenarios compare only names of people or, if they are not learned, only names and places. */
function comparesNamesAlone(scenarios: readonly Scenario[]): boolean {
  return scenarios.every(({ fields, model }) =>
    fields.every(({ method, isNameOrPlace }) =>
      model === undefined ? isNameOrPlace === true : method.kind === 'personName' || method.kind === 'remark',
    ),
  );
}
