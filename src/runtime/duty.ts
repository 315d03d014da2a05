/** Work that exactly one of the processes that share a store does. */
export interface Duty {
  readonly isOurs: boolean;
}

/** For a process that does not share its store. */
export const ALWAYS_OURS: Duty = { isOurs: true };
