import { useState } from 'preact/hooks';
import { call } from '../api/call.js';
import { allows } from '../api/objects.js';
import type { ProposalInfo } from '../api/types.js';
import { ErrorBox, Loading } from '../components/states.js';
import { formatPercent, formatTime, formatWhole } from '../state/number-format.js';
import { useResource } from '../state/use-resource.js';
import { texts } from '../texts.js';

/** Learned scenarios, to be accepted or discarded by whoever may. */
export function Proposals({ round, onDecided }: { readonly round: number; readonly onDecided?: () => void }) {
  const { value, error, isLoading, reload } = useResource(`${round}`, (signal) => call('proposals', { signal }), {
    keep: true,
  });
  const [said, setSaid] = useState('');
  const [refused, setRefused] = useState<Error | undefined>(undefined);
  const [isBusy, setBusy] = useState(false);
  const decide = async ({ id, name }: ProposalInfo, decision: 'accept' | 'discard'): Promise<void> => {
    setBusy(true);
    setRefused(undefined);
    try {
      await call(decision === 'accept' ? 'acceptProposal' : 'discardProposal', { body: { id } });
      setSaid(decision === 'accept' ? texts.overview.accepted(name) : texts.overview.discarded(name));
      reload();
      onDecided?.();
    } catch (failed) {
      setRefused(failed as Error);
    }
    setBusy(false);
  };
  return (
    <section class="card">
      <h2>{texts.overview.proposals}</h2>
      <div class="stack">
        {error && <ErrorBox error={error} retry={reload} />}
        {refused && <ErrorBox error={refused} />}
        {said !== '' && (
          <p class="notice" role="status">
            {said}
          </p>
        )}
        {value === undefined && isLoading && <Loading />}
        {value?.length === 0 && <p class="soft">{texts.overview.noProposals}</p>}
        {value?.map((proposal) => (
          <div key={proposal.id} class="stack">
            <div>
              <h3>{proposal.name}</h3>
              <p class="soft small">
                {texts.overview.learnedFrom(formatWhole(proposal.records), formatTime(proposal.learned))};{' '}
                {texts.overview.expected(
                  formatPercent(proposal.expectedPrecision),
                  formatPercent(proposal.expectedRecall),
                )}
              </p>
              {proposal.reason !== undefined && <p class="small">{proposal.reason}</p>}
              <p class="small">{proposal.fields.map(({ field }) => field).join(', ')}</p>
            </div>
            {allows('admin') && (
              <div class="row">
                <button class="primary" type="button" disabled={isBusy} onClick={() => void decide(proposal, 'accept')}>
                  {texts.overview.accept}
                </button>
                <button type="button" disabled={isBusy} onClick={() => void decide(proposal, 'discard')}>
                  {texts.overview.discard}
                </button>
              </div>
            )}
          </div>
        ))}
      </div>
    </section>
  );
}
