import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { texts } from '../texts.js';
import { ErrorBox, Loading } from './states.js';

/** Returns a view whose code is loaded on first use, so that the first page loads faster. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let view: ComponentType<Props> | undefined;
  return function Later(props: Props) {
    const [, redraw] = useState(0);
    const [isMissing, setMissing] = useState(false);
    useEffect(() => {
      if (view !== undefined) return;
      load().then(
        (loaded) => {
          view = loaded;
          redraw((last) => last + 1);
        },
        () => setMissing(true),
      );
    }, []);
    const View = view;
    if (View !== undefined) return <View {...props} />;
    // After an upgrade of the service, the files have other names, so the page must be reloaded.
    return isMissing ? <ErrorBox error={new Error(texts.error.part)} retry={() => location.reload()} /> : <Loading />;
  };
}
