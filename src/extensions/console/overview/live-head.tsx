import { PageHead, useTitle } from '../components/page-head.js';
import { Button } from '../components/button.js';
import { useLive } from '../state/live.js';
import { texts } from '../texts.js';

/** The heading of a page that refreshes while it is shown. */
export function LiveHead({ title }: { readonly title: string }) {
  const { isStreaming, refresh } = useLive();
  useTitle(title);
  return (
    <PageHead title={title}>
      <span class={`badge ${isStreaming ? 'good' : ''}`}>
        {isStreaming ? texts.overview.live : texts.overview.polled}
      </span>
      <Button label={texts.overview.refresh} onClick={refresh} />
    </PageHead>
  );
}
