/** Work that exactly one of the processes over one store does for all of them. */
export interface Duty {
  /** Whether that is this process, at this moment. */
  readonly isOurs: boolean;
}

/** The duty of a process that has its store alone. */
export const ALWAYS_OURS: Duty = { isOurs: true };
