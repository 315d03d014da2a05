import { PageHead, useTitle } from '../components/page-head.js';
import { call } from '../api/call.js';
import { allows } from '../api/objects.js';
import { Empty, Pending } from '../components/states.js';
import { Decide, Expected } from '../overview/proposals.js';
import { addressOf, go } from '../state/router.js';
import { useResource } from '../state/use-resource.js';
import { texts } from '../texts.js';
import { PreviewPanel } from './preview-panel.js';

/** A learned scenario that is not in use, with its preview. */
export function ProposalView({ id }: { readonly id: string }) {
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
