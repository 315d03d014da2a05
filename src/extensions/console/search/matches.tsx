import { TickedBar } from '../records/ticks.js';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { allows, fieldLabel } from '../api/objects.js';
import type { FieldInfo, ObjectDescription, ScenarioInfo, SearchResult } from '../api/types.js';
import { Empty, ErrorBox, Loading } from '../components/states.js';
import { keyColumns } from '../records/key-columns.js';
import { nameOf } from '../records/record-name.js';
import { formatList, formatValue, formatWhole } from '../state/number-format.js';
import { useKeys } from '../state/keys.js';
import { inSentence, say, texts } from '../texts.js';
import { ask, question } from './state.js';
import { allOf, countOf, type Found } from './use-found.js';

interface MatchesProps {
  readonly type: ObjectDescription;
  readonly scenarios: readonly ScenarioInfo[];
  readonly found: Found;
}

/** Shows the matches, best first. One match is explained, and several matches can be selected for comparison. */
export function Matches({ type, scenarios, found }: MatchesProps) {
  const { values, least, record } = question.value;
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const list = useRef<HTMLDivElement>(null);
  const { matches = [], total = 0 } = found.value ?? {};
  const open = (id: string): void => ask({ record: id }, 'push');
  const move = (step: number): void => {
    const at = matches.findIndex(({ objectData: { Id } }) => Id === record);
    const next = matches[Math.min(matches.length - 1, Math.max(0, at + step))];
    if (next !== undefined) ask({ record: String(next.objectData['Id']) });
  };
  useKeys({ j: () => move(1), k: () => move(-1) });
  // The list is truncated while a match is shown, but the chosen match must remain visible.
  useLayoutEffect(() => {
    list.current?.querySelector('[aria-pressed=true]')?.scrollIntoView({ block: 'nearest' });
  }, [record]);
  const tick = (id: string): void => {
    const next = new Set(ticked);
    if (!next.delete(id)) next.add(id);
    setTicked(next);
  };
  const columns = keyColumns(type).filter(({ name }) => name !== 'Name');
  const thresholds = new Map(scenarios.map(({ id, threshold }) => [id, threshold]));
  const staying = matches.filter(({ score }) => score >= least).length;
  const isAsked = values.size > 0;
  return (
    <section class="card" aria-busy={found.isLoading} aria-label={texts.nav.search}>
      {!isAsked && <Empty title={texts.search.empty} />}
      {isAsked && <Doubts type={type} scenarios={scenarios} />}
      {found.error && <ErrorBox error={found.error} retry={found.reload} />}
      {isAsked && found.value === undefined && found.isLoading && <Loading />}
      {found.value?.matches.length === 0 && !found.error && (
        <Empty title={texts.records.none}>
          <p>{texts.search.noneHint}</p>
        </Empty>
      )}
      {found.value && matches.length > 0 && (
        <div class="stack tight">
          <p class="soft" role="status">
            {total > matches.length
              ? say(texts.search.someMatches, formatWhole(matches.length), allOf(total))
              : countOf(found.value)}
            {least > 0 && `; ${say(texts.search.below, formatWhole(staying), formatWhole(matches.length), least)}`}
          </p>
          <div class="columns-of soft small heads" aria-hidden="true">
            {columns.map(({ name, label }) => (
              <span key={name}>{label}</span>
            ))}
          </div>
          <div class={record === '' ? 'found' : 'found cut'} ref={list}>
            {matches.map((match) => (
              <Match
                key={match.objectData['Id']}
                match={match}
                columns={columns}
                thresholds={thresholds}
                isBelow={match.score < least}
                isChosen={match.objectData['Id'] === record}
                isTicked={ticked.has(String(match.objectData['Id']))}
                onOpen={open}
                onTick={tick}
              />
            ))}
          </div>
          <TickedBar objectType={type.name} ids={[...ticked]} onUntick={() => setTicked(new Set())} />
        </div>
      )}
    </section>
  );
}

function Doubts({ type, scenarios }: Pick<MatchesProps, 'type' | 'scenarios'>) {
  const { values, scenario } = question.value;
  const used = scenarios.filter(({ id, usage }) => (scenario === '' ? usage.includes('restSearch') : id === scenario));
  const fields = [...new Set(used.flatMap((each) => each.fields.map(({ field }) => field)))];
  const parts = new Set(fields.flatMap((field) => field.split(/[+|]/u)));
  const typed = [...values.keys()];
  const compared = typed.filter((name) => parts.has(name));
  const others = typed.filter((name) => !parts.has(name));
  const label = (name: string): string => inSentence(fieldLabel(type, name));
  return (
    <>
      {compared.length === 1 && <p class="hint">{say(texts.search.onlyOne, label(compared[0]!))}</p>}
      {others.length > 0 && (
        <p class="hint">{say(texts.search.notCompared, formatList(others.map(label)), others.length)}</p>
      )}
    </>
  );
}

interface MatchProps {
  readonly match: SearchResult;
  readonly columns: readonly FieldInfo[];
  readonly thresholds: ReadonlyMap<string, number>;
  readonly isBelow: boolean;
  readonly isChosen: boolean;
  readonly isTicked: boolean;
  readonly onOpen: (id: string) => void;
  readonly onTick: (id: string) => void;
}

function Match({ match, columns, thresholds, isBelow, isChosen, isTicked, onOpen, onTick }: MatchProps) {
  const { score, scenarioScores, objectData } = match;
  const id = String(objectData['Id']);
  const name = nameOf(objectData);
  const found = scenarioScores.filter(({ scenarioScore }) => scenarioScore > 0);
  return (
    <div class="match-line">
      {allows('read') && (
        <input
          type="checkbox"
          checked={isTicked}
          aria-label={say(texts.search.tick, name)}
          onChange={() => onTick(id)}
        />
      )}
      <button
        class={`match${isBelow ? ' below' : ''}`}
        type="button"
        aria-pressed={isChosen}
        onClick={() => onOpen(id)}
      >
        <span class="score">{score}</span>
        <span class="what">
          <b>{name}</b>
          <span class="columns-of soft small">
            {columns.map((column) => (
              <span key={column.name} title={column.label}>
                {formatValue(objectData[column.name])}
              </span>
            ))}
          </span>
        </span>
        <span class="badges">
          {found.map(({ scenarioId, scenarioName, scenarioScore }) => (
            <span
              key={scenarioId}
              class={`badge${scenarioScore >= (thresholds.get(scenarioId) ?? 101) ? ' good' : ''}`}
            >
              {scenarioName} {scenarioScore}
            </span>
          ))}
        </span>
      </button>
    </div>
  );
}
