import { call } from '../api/call.js';
import { PROPOSAL } from '../overview/proposals.js';
import { addressOf } from '../state/router.js';
import { useResource } from '../state/use-resource.js';
import { texts } from '../texts.js';

/** Shows scenarios learned from decisions, with a preview. Learned scenarios are not used until they are accepted. */
export function Learned({ object, round }: { readonly object: string; readonly round: number }) {
  const proposals = useResource(`${object} ${round}`, (signal) => call('proposals', { signal }), { keep: true });
  const taught = (proposals.value ?? []).filter(
    (proposal) => proposal.reason !== undefined && (object === '' || proposal.object === object),
  );
  return (
    <>
      {taught.map(({ id, reason }) => (
        <p key={id} class="card learned" role="note">
          <b>{texts.review.learned}</b> {reason}{' '}
          <a href={addressOf(['scenarios', PROPOSAL, id])}>{texts.review.preview}</a>
        </p>
      ))}
    </>
  );
}
