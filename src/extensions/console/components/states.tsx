import { Button } from './button.js';
import type { ComponentChildren } from 'preact';
import type { Resource } from '../state/use-resource.js';
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
      {retry && <Button label={texts.retry} onClick={retry} />}
    </div>
  );
}

/** Shows the error of a request, or a message while the first value is loading. */
export function Pending({ of }: { readonly of: Resource<unknown> }) {
  return (
    <>
      {of.error && <ErrorBox error={of.error} retry={of.reload} />}
      {of.value === undefined && of.isLoading && <Loading />}
    </>
  );
}
