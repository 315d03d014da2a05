import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { addressOf } from '../state/router.js';
import { texts } from '../texts.js';

export function useTitle(...parts: readonly string[]): void {
  const title = [...parts, texts.name].join(' – ');
  useEffect(() => {
    document.title = title;
  }, [title]);
}

interface PageHeadProps {
  readonly title: ComponentChildren;
  /** Path and label of the parent page. */
  readonly back?: readonly [path: readonly string[], label: string];
  readonly about?: ComponentChildren;
  readonly children?: ComponentChildren;
}

export function PageHead({ title, back, about, children }: PageHeadProps) {
  return (
    <div class="page-head">
      <div>
        {back && <a href={addressOf(back[0])}>{back[1]}</a>}
        <h1 dir="auto">{title}</h1>
        {about}
      </div>
      {children}
    </div>
  );
}
