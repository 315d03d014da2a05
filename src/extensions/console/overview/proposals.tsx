import { useAct } from '../state/use-act.js';
import { Button } from '../components/button.js';
import { useState } from 'preact/hooks';
import { call } from '../api/call.js';
import { allows, fieldLabel, objectLabel } from '../api/objects.js';
import type { ProposalInfo } from '../api/types.js';
import { Confirm } from '../components/confirm.js';
import { ErrorBox, Loading } from '../components/states.js';
import { formatList, formatPercent, formatTime, formatWhole } from '../state/number-format.js';
import { addressOf } from '../state/router.js';
import { useResource } from '../state/use-resource.js';
import { say, texts } from '../texts.js';

/** The prefix of a learned scenario's Id in a URL. */
export const PROPOSAL = 'proposal';

/** Learned scenarios, each with its expected quality and results. */
export function Proposals({ round, onDecided }: { readonly round: number; readonly onDecided?: () => void }) {
  const { value, error, isLoading, reload } = useResource(`${round}`, (signal) => call('proposals', { signal }), {
    keep: true,
  });
  const [said, setSaid] = useState('');
  return (
    <section class="card">
      <h2>{texts.overview.proposals}</h2>
      <div class="stack">
        {error && <ErrorBox error={error} retry={reload} />}
        {said !== '' && (
          <p class="notice" role="status">
            {said}
          </p>
        )}
        {value === undefined && isLoading && <Loading />}
        {value?.length === 0 && <p class="soft">{texts.overview.noProposals}</p>}
        {value?.map((proposal) => (
          <div key={proposal.id} class="stack tight">
            <h3>{proposal.name}</h3>
            <Expected proposal={proposal} />
            <div class="row">
              {allows('admin') && (
                <a class="button" href={addressOf(['scenarios', PROPOSAL, proposal.id])}>
                  {texts.overview.preview}
                </a>
              )}
              <Decide
                proposal={proposal}
                onDecided={(message) => {
                  setSaid(message);
                  reload();
                  onDecided?.();
                }}
              />
            </div>
          </div>
        ))}
      </div>
    </section>
  );
}

export function Expected({ proposal }: { readonly proposal: ProposalInfo }) {
  const { records, learned, expectedPrecision, expectedRecall, reason, object, fields } = proposal;
  return (
    <>
      <p class="soft small">
        {say(texts.overview.learnedFrom, objectLabel(object), formatWhole(records), formatTime(learned))}
      </p>
      <div class="figures">
        {(
          [
            [expectedPrecision, texts.overview.precision],
            [expectedRecall, texts.overview.recall],
          ] as const
        ).map(([share, label]) => (
          <div key={label}>
            <div class="figure">{formatPercent(share)}</div>
            <div class="soft small">{label}</div>
          </div>
        ))}
      </div>
      {!isPromising(proposal) && <p class="hint">{texts.overview.findsNothing}</p>}
      {reason !== undefined && <p class="small">{reason}</p>}
      <p class="small">
        {say(texts.overview.comparing, formatList(fields.map(({ field }) => fieldLabel(undefined, field))))}
      </p>
    </>
  );
}

/** False if the quality is unknown. */
const isPromising = ({ expectedRecall }: ProposalInfo): boolean => expectedRecall > 0;

interface DecideProps {
  readonly proposal: ProposalInfo;
  readonly onDecided: (message: string) => void;
}

/** Buttons that accept a proposal after a confirmation, or discard it, for users with the permission. */
export function Decide({ proposal, onDecided }: DecideProps) {
  const { id, name } = proposal;
  const [isAsking, setAsking] = useState(false);
  const { isBusy, error, act } = useAct();
  const decide = async (decision: 'accept' | 'discard'): Promise<void> => {
    setAsking(false);
    const isDone = await act(() =>
      call(decision === 'accept' ? 'acceptProposal' : 'discardProposal', { body: { id } }),
    );
    if (isDone) onDecided(say(texts.overview[decision === 'accept' ? 'accepted' : 'discarded'], name));
  };
  if (!allows('admin')) return null;
  return (
    <>
      {isPromising(proposal) && (
        <Button label={texts.overview.accept} disabled={isBusy} onClick={() => setAsking(true)} />
      )}
      <Button label={texts.overview.discard} disabled={isBusy} onClick={() => void decide('discard')} />
      {error && <ErrorBox error={error} />}
      {isAsking && <Question proposal={proposal} onAccept={() => decide('accept')} onClose={() => setAsking(false)} />}
    </>
  );
}

interface QuestionProps {
  readonly proposal: ProposalInfo;
  readonly onAccept: () => Promise<void>;
  readonly onClose: () => void;
}

function Question({ proposal: { id, name, object, threshold }, onAccept, onClose }: QuestionProps) {
  const before = useResource(id, async (signal) =>
    (await call('scenarios', { signal })).find((scenario) => scenario.id === id),
  );
  return (
    <Confirm
      title={say(texts.overview.acceptTitle, name)}
      doIt={texts.overview.acceptNow}
      isHarmless
      isLoading={before.isLoading}
      onConfirm={onAccept}
      onClose={onClose}
    >
      <p>
        {before.value === undefined
          ? say(texts.overview.acceptAdds, objectLabel(object), formatWhole(threshold))
          : say(
              texts.overview.acceptReplaces,
              objectLabel(object),
              formatWhole(before.value.threshold),
              formatWhole(threshold),
            )}
      </p>
      <p>{texts.overview.acceptUndo}</p>
    </Confirm>
  );
}
