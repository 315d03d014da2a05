/** Work done by exactly one of the processes that share a store. */
export interface Duty {
  readonly isOurs: boolean;
}

/** The duty of a process that does not share its store. */
export const ALWAYS_OURS: Duty = { isOurs: true };
