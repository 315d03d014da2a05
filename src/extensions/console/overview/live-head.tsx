import { useEffect } from 'preact/hooks';
import { useLive } from '../state/live.js';
import { texts } from '../texts.js';

/** The heading of a page that refreshes while it is shown. */
export function LiveHead({ title }: { readonly title: string }) {
  const { isStreaming, refresh } = useLive();
  useEffect(() => {
    document.title = `${title} – ${texts.name}`;
  }, [title]);
  return (
    <div class="page-head">
      <h1>{title}</h1>
      <span class={`badge ${isStreaming ? 'good' : ''}`}>
        {isStreaming ? texts.overview.live : texts.overview.polled}
      </span>
      <button type="button" onClick={refresh}>
        {texts.overview.refresh}
      </button>
    </div>
  );
}
