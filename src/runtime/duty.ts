/** Work that exactly one of the processes sharing a store does. */
export interface Duty {
  /** Whether this process has the duty at this moment. */
  readonly isOurs: boolean;
}

/** The duty of a process that does not share its store. */
export const ALWAYS_OURS: Duty = { isOurs: true };
