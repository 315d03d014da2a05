import type { ComponentChildren } from 'preact';
import { texts } from '../texts.js';

export function Loading() {
  return (
    <div class="state" role="status">
      <span class="spinner">{texts.loading}</span>
    </div>
  );
}

export function Empty({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) {
  return (
    <div class="state">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

export function ErrorBox({ error, retry }: { readonly error: Error; readonly retry?: (() => void) | undefined }) {
  return (
    <div class="error" role="alert">
      <span>{error.message}</span>
      {retry && (
        <button type="button" onClick={retry}>
          {texts.retry}
        </button>
      )}
    </div>
  );
}
