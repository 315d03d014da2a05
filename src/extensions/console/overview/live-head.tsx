import { PageHead, useTitle } from '../components/page-head.js';
import { Button } from '../components/button.js';
import type { Live } from '../state/live.js';
import { texts } from '../texts.js';

/** The heading of a page that refreshes while it is shown. */
export function LiveHead({ title, live }: { readonly title: string; readonly live: Live }) {
  const { isStreaming, refresh } = live;
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
