import { useEffect } from 'preact/hooks';
import { call } from '../api/call.js';
import { allows } from '../api/objects.js';
import { Empty, ErrorBox, Loading } from '../components/states.js';
import { Decide, Expected } from '../overview/proposals.js';
import { addressOf, go } from '../state/router.js';
import { useResource } from '../state/use-resource.js';
import { texts } from '../texts.js';
import { PreviewPanel } from './preview-panel.js';

/** A learned scenario with its preview; it is not in use. */
export function ProposalView({ id }: { readonly id: string }) {
  const { value, error, isLoading, reload } = useResource(id, async (signal) => {
    const all = await call('proposals', { signal });
    return { proposal: all.find((one) => one.id === id) };
  });
  const proposal = value?.proposal;
  const name = proposal?.name ?? id;
  useEffect(() => {
    document.title = `${name} – ${texts.scenarios.title} – ${texts.name}`;
  }, [name]);
  return (
    <>
      <div class="page-head">
        <div>
          <a href={addressOf(['scenarios'])}>← {texts.scenarios.list}</a>
          <h1>{name}</h1>
        </div>
      </div>
      {error && <ErrorBox error={error} retry={reload} />}
      {value === undefined && isLoading && <Loading />}
      {value && proposal === undefined && <Empty title={texts.overview.noProposal} />}
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
