import { call } from '../api/call.js';
import type { ObjectDescription, ScenarioInfo, SearchResult } from '../api/types.js';
import { Empty, ErrorBox, Loading } from '../components/states.js';
import { nameOf } from '../records/record-name.js';
import { formatValue, formatWhole } from '../state/number-format.js';
import { useKeys } from '../state/keys.js';
import { useResource } from '../state/use-resource.js';
import { texts } from '../texts.js';
import { ask, question } from './state.js';

interface MatchesProps {
  readonly type: ObjectDescription;
  readonly scenarios: readonly ScenarioInfo[];
}

/** Milliseconds after the last key before the service is asked. */
const TYPING = 120;

export function Matches({ type, scenarios }: MatchesProps) {
  const { values, scenario, least, record } = question.value;
  const scenarioIds = scenario === '' ? [] : [scenario];
  const objectData = Object.fromEntries(values);
  const key = values.size === 0 ? undefined : JSON.stringify([type.name, objectData, scenarioIds]);
  const found = useResource(
    key,
    async (signal) =>
      (await call('search', { body: { objectPrefix: type.keyPrefix, objectData, scenarioIds }, signal }))[
        type.keyPrefix
      ] ?? [],
    { pause: TYPING, keep: true },
  );
  const matches = (key === undefined ? undefined : found.value) ?? [];
  const open = (id: string): void => ask({ record: id }, 'push');
  const move = (step: number): void => {
    const at = matches.findIndex(({ objectData: { Id } }) => Id === record);
    const next = matches[Math.min(matches.length - 1, Math.max(0, at + step))];
    if (next !== undefined) ask({ record: String(next.objectData['Id']) });
  };
  useKeys({ j: () => move(1), k: () => move(-1) });
  const compared = [...new Set(scenarios.flatMap(({ fields }) => fields.map(({ field }) => field)))];
  const thresholds = new Map(scenarios.map(({ id, threshold }) => [id, threshold]));
  const staying = matches.filter(({ score }) => score >= least).length;
  return (
    <section class="card" aria-busy={found.isLoading} aria-label={texts.search.title}>
      {key === undefined && <Empty title={texts.search.empty} />}
      {found.error && <ErrorBox error={found.error} retry={found.reload} />}
      {key !== undefined && found.value === undefined && found.isLoading && <Loading />}
      {key !== undefined && found.value?.length === 0 && !found.error && (
        <Empty title={texts.search.none}>
          <p>{texts.search.noneHint}</p>
        </Empty>
      )}
      {matches.length > 0 && (
        <div class="found">
          <p class="soft" role="status">
            {texts.search.matches(matches.length, formatWhole(matches.length))}
            {least > 0 && `; ${texts.search.below(formatWhole(staying), formatWhole(matches.length), least)}`}
          </p>
          {matches.map((match) => (
            <Match
              key={match.objectData['Id']}
              match={match}
              compared={compared}
              thresholds={thresholds}
              isBelow={match.score < least}
              isChosen={match.objectData['Id'] === record}
              onOpen={open}
            />
          ))}
        </div>
      )}
    </section>
  );
}

interface MatchProps {
  readonly match: SearchResult;
  readonly compared: readonly string[];
  /** By scenario. */
  readonly thresholds: ReadonlyMap<string, number>;
  readonly isBelow: boolean;
  readonly isChosen: boolean;
  readonly onOpen: (id: string) => void;
}

function Match({ match, compared, thresholds, isBelow, isChosen, onOpen }: MatchProps) {
  const { score, scenarioScores, objectData } = match;
  const name = nameOf(objectData);
  const others = compared
    .map((field) => formatValue(objectData[field]))
    .filter((value) => value !== '' && !name.includes(value));
  return (
    <button
      class={`match${isBelow ? ' below' : ''}`}
      type="button"
      aria-pressed={isChosen}
      onClick={() => onOpen(String(objectData['Id']))}
    >
      <span class="score">{score}</span>
      <span class="what">
        <b>{name}</b> <span class="soft">{others.join(' · ')}</span>
      </span>
      <span class="badges">
        {scenarioScores.map(({ scenarioId, scenarioName, scenarioScore }) => (
          <span key={scenarioId} class={`badge${scenarioScore >= (thresholds.get(scenarioId) ?? 101) ? ' good' : ''}`}>
            {scenarioName} {scenarioScore}
          </span>
        ))}
      </span>
    </button>
  );
}
