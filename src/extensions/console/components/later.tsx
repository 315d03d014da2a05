import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ErrorBox, Loading } from './states.js';

/** Returns a view whose code is loaded on first use, so that the first page loads faster. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let view: ComponentType<Props> | undefined;
  return function Later(props: Props) {
    const [, redraw] = useState(0);
    const [error, setError] = useState<Error | undefined>(undefined);
    useEffect(() => {
      if (view !== undefined) return;
      load().then(
        (loaded) => {
          view = loaded;
          redraw((last) => last + 1);
        },
        (refused: unknown) => setError(refused as Error),
      );
    }, [error === undefined]);
    const View = view;
    if (View !== undefined) return <View {...props} />;
    return error === undefined ? <Loading /> : <ErrorBox error={error} retry={() => setError(undefined)} />;
  };
}
