/** Exit codes of the command line. `notMerged`: pairs were found, and none was merged, for want of grounds. */
export const exitCodes = { done: 0, failed: 1, wrongUse: 2, notMerged: 3 } as const;
