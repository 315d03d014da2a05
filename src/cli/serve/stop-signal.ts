/** A request to end, which comes once. */
export interface Stop {
  readonly isAsked: boolean;
  readonly asked: Promise<undefined>;
}

const STOP_SIGNALS = ['SIGTERM', 'SIGINT'] as const;
/** A process tells those that it started this, beside signals that all of them may have been sent. */
export const STOP_MESSAGE = 'stop';

/** Waits for the first SIGTERM or SIGINT; a second one, of either, ends the process at once, as it does everywhere. */
export function stopSignal(): Stop {
  let isAsked = false;
  const asked = new Promise<undefined>((resolve) => {
    const stop = (): void => {
      isAsked = true;
      for (const signal of STOP_SIGNALS) process.off(signal, stop);
      resolve(undefined);
    };
    for (const signal of STOP_SIGNALS) process.on(signal, stop);
    if (process.send === undefined) return;
    process.on('message', (message) => {
      if (message === STOP_MESSAGE) stop();
    });
  });
  return {
    get isAsked() {
      return isAsked;
    },
    asked,
  };
}
