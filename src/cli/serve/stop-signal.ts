export interface Stop {
  readonly isAsked: boolean;
  readonly asked: Promise<undefined>;
}

const STOP_SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/** Waits for the first SIGTERM or SIGINT. A second signal ends the process immediately. */
export function stopSignal(): Stop {
  let isAsked = false;
  const asked = new Promise<undefined>((resolve) => {
    const stop = (): void => {
      isAsked = true;
      for (const signal of STOP_SIGNALS) process.off(signal, stop);
      resolve(undefined);
    };
    for (const signal of STOP_SIGNALS) process.on(signal, stop);
  });
  return {
    get isAsked() {
      return isAsked;
    },
    asked,
  };
}
