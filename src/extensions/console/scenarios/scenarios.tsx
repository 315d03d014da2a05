import { Table } from '../components/table.js';
import { PageHead, useTitle } from '../components/page-head.js';
import { Button } from '../components/button.js';
import { call } from '../api/call.js';
import { allows, fieldLabel, objectLabel } from '../api/objects.js';
import type { ListedDefinition } from '../api/types.js';
import { Empty, Pending } from '../components/states.js';
import { PROPOSAL, Proposals, Decide, Expected } from '../overview/proposals.js';
import { useKeys } from '../state/keys.js';
import { addressOf, go } from '../state/router.js';
import { useResource } from '../state/use-resource.js';
import { texts } from '../texts.js';
import { ScenarioEditor } from './editor.js';
import { PreviewPanel } from './preview-panel.js';

/** The path segment of a new scenario. */
export const NEW = '+';

export function Scenarios({ id, part }: { readonly id: string | undefined; readonly part?: string | undefined }) {
  if (id === PROPOSAL && part !== undefined) return <ProposalView key={part} id={part} />;
  return id === undefined ? <ScenarioList /> : <ScenarioEditor key={id} id={id === NEW ? undefined : id} />;
}

function ScenarioList() {
  const found = useResource('all', (signal) => call('scenarioDefinitions', { signal }));
  useTitle(texts.nav.scenarios);
  const move = (by: number): void => {
    const links = [...document.querySelectorAll<HTMLAnchorElement>('.scenario-list td a')];
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    links[Math.min(links.length - 1, Math.max(0, at + by))]?.focus();
  };
  useKeys({ j: () => move(1), k: () => move(-1) });
  return (
    <>
      <PageHead title={texts.nav.scenarios}>
        {allows('admin') && <Button label={texts.scenarios.add} onClick={() => go(addressOf(['scenarios', NEW]))} />}
      </PageHead>
      <div class="stack">
        <Pending of={found} />
        {found.value?.scenarios.length === 0 && <Empty title={texts.scenarios.empty} />}
        {found.value && found.value.scenarios.length > 0 && (
          <section class="card" aria-label={texts.scenarios.list}>
            <Table
              name={texts.nav.scenarios}
              class="scenario-list"
              labels={[texts.search.scenario, texts.overview.object, texts.scenarios.state, texts.scenarios.targets]}
              numbers={[texts.scenarios.threshold]}
            >
              {[...found.value.scenarios].sort(byObject).map((shown) => (
                <Row key={shown.scenario.id} {...shown} />
              ))}
            </Table>
          </section>
        )}
        <Proposals round={0} onDecided={found.reload} />
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
        <div class="soft small">{scenario.fields.map(({ field }) => fieldLabel(undefined, field)).join(', ')}</div>
      </td>
      <td class="short">{objectLabel(scenario.object)}</td>
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

/** A learned scenario that is not in use, with its preview. */
function ProposalView({ id }: { readonly id: string }) {
  const found = useResource(id, async (signal) => {
    const all = await call('proposals', { signal });
    return { proposal: all.find((one) => one.id === id) };
  });
  const proposal = found.value?.proposal;
  const name = proposal?.name ?? id;
  useTitle(name, texts.nav.scenarios);
  return (
    <>
      <PageHead title={name} back={[['scenarios'], `← ${texts.scenarios.list}`]} />
      <Pending of={found} />
      {found.value && proposal === undefined && <Empty title={texts.overview.noProposal} />}
      {proposal && (
        <div class="scenario">
          <section class="card stack tight" aria-label={texts.overview.proposed}>
            <h2>{texts.overview.proposed}</h2>
            <Expected proposal={proposal} />
            <div class="row">
              <Decide proposal={proposal} onDecided={() => go(addressOf(['scenarios']))} />
            </div>
          </section>
          {allows('admin') && <PreviewPanel of={{ proposalId: id }} isChanged />}
        </div>
      )}
    </>
  );
}
