import { useEffect } from 'preact/hooks';
import { call } from '../api/call.js';
import { allows } from '../api/objects.js';
import type { ListedDefinition } from '../api/types.js';
import { Empty, ErrorBox, Loading } from '../components/states.js';
import { PROPOSAL, Proposals } from '../overview/proposals.js';
import { useKeys } from '../state/keys.js';
import { addressOf, go } from '../state/router.js';
import { useResource } from '../state/use-resource.js';
import { texts } from '../texts.js';
import { ScenarioEditor } from './editor.js';
import { ProposalView } from './proposal-view.js';

/** The address part of a new scenario. */
export const NEW = '+';

/** The scenarios: reading, trying and changing them. */
export function Scenarios({ id, part }: { readonly id: string | undefined; readonly part?: string | undefined }) {
  if (id === PROPOSAL && part !== undefined) return <ProposalView key={part} id={part} />;
  return id === undefined ? <ScenarioList /> : <ScenarioEditor key={id} id={id === NEW ? undefined : id} />;
}

function ScenarioList() {
  const { value, error, isLoading, reload } = useResource('all', (signal) => call('scenarioDefinitions', { signal }));
  useEffect(() => {
    document.title = `${texts.scenarios.title} – ${texts.name}`;
  }, []);
  const move = (by: number): void => {
    const links = [...document.querySelectorAll<HTMLAnchorElement>('.scenario-list td a')];
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    links[Math.min(links.length - 1, Math.max(0, at + by))]?.focus();
  };
  useKeys({ j: () => move(1), k: () => move(-1) });
  return (
    <>
      <div class="page-head">
        <h1>{texts.scenarios.title}</h1>
        {allows('admin') && (
          <button type="button" onClick={() => go(addressOf(['scenarios', NEW]))}>
            {texts.scenarios.add}
          </button>
        )}
      </div>
      <div class="stack">
        {error && <ErrorBox error={error} retry={reload} />}
        {value === undefined && isLoading && <Loading />}
        {value?.scenarios.length === 0 && <Empty title={texts.scenarios.empty} />}
        {value && value.scenarios.length > 0 && (
          <section class="card" aria-label={texts.scenarios.list}>
            <div class="scroll-x" tabIndex={0} role="region" aria-label={texts.scenarios.title}>
              <table class="scenario-list">
                <thead>
                  <tr>
                    {[
                      texts.scenarios.scenario,
                      texts.scenarios.object,
                      texts.scenarios.state,
                      texts.scenarios.targets,
                    ].map((label) => (
                      <th scope="col" key={label}>
                        {label}
                      </th>
                    ))}
                    <th scope="col" class="number">
                      {texts.scenarios.threshold}
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {[...value.scenarios].sort(byObject).map((shown) => (
                    <Row key={shown.scenario.id} {...shown} />
                  ))}
                </tbody>
              </table>
            </div>
          </section>
        )}
        <Proposals round={0} onDecided={reload} />
      </div>
    </>
  );
}

const isOn = ({ scenario }: ListedDefinition): boolean => scenario.enabled !== false;

function byObject(a: ListedDefinition, b: ListedDefinition): number {
  return (
    a.scenario.object.localeCompare(b.scenario.object) ||
    Number(isOn(b)) - Number(isOn(a)) ||
    a.scenario.name.localeCompare(b.scenario.name)
  );
}

function Row(shown: ListedDefinition) {
  const { scenario, origin, isLearned } = shown;
  return (
    <tr class={isOn(shown) ? undefined : 'off'}>
      <td>
        <a href={addressOf(['scenarios', scenario.id])}>{scenario.name}</a>
        <div class="soft small">{scenario.fields.map(({ field }) => field).join(', ')}</div>
      </td>
      <td class="short">{scenario.object}</td>
      <td class="short">
        <span class="row one-line">
          <span class={`badge ${isOn(shown) ? 'good' : ''}`}>
            {isOn(shown) ? texts.scenarios.on : texts.scenarios.off}
          </span>
          <span class="badge">{isLearned ? texts.scenarios.learned : texts.scenarios.origins[origin]}</span>
        </span>
      </td>
      <td class="short">
        {scenario.usage.map((each) => texts.scenarios.usages[each]).join(', ') || texts.scenarios.noUse}
      </td>
      <td class="number">{scenario.threshold}</td>
    </tr>
  );
}
