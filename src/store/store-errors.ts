/** After so many seconds a service over a log that was cut back is expected to be there again. */
const REOPENED_SECONDS = 5;

/** The store cannot write (disk full, read-only, failed fsync). The request left no trace. */
export class StoreUnavailableError extends Error {
  override readonly name: string = 'StoreUnavailableError';

  /** @param retryAfter seconds after which it may write again, where that is known */
  constructor(
    message: string,
    readonly retryAfter?: number,
  ) {
    super(message);
  }
}

/**
 * The log is no longer the one that the view was made of: it has lost its end since, or what the view needs of it. What
 * the view shows may not be so; the store is to be opened anew.
 */
export class DivergedError extends StoreUnavailableError {
  override readonly name = 'DivergedError';
  /**
   * Resolves when that which the view holds beyond the log is kept, or cannot be: the message says so from then on.
   */
  settled: Promise<void> = Promise.resolve();

  /** @param position that the view shows */
  constructor(
    readonly position: number,
    message: string,
  ) {
    super(message, REOPENED_SECONDS);
  }

  /** @param where what the view holds beyond the log is kept, in words */
  tell(where: string): void {
    this.message += `; ${where}`;
  }
}

/**
 * The same, but whether the change was kept nobody knows: it was sent to the database, which is gone since; or it
 * stands in a journal that could be neither cut back nor marked.
 */
export class OutcomeUnknownError extends StoreUnavailableError {
  override readonly name = 'OutcomeUnknownError';

  /** @param why it cannot write @param retryAfter seconds, as there */
  constructor(why: string, retryAfter?: number) {
    super(`${why}; whether the change was kept is not known`, retryAfter);
  }
}

/** Records that are not in memory cannot be read: their disk is at fault. */
export class UnreadableError extends StoreUnavailableError {
  override readonly name = 'UnreadableError';

  constructor(cause: unknown) {
    super(`records on disk cannot be read at the moment: ${(cause as Error).message}`);
  }
}

/** Another process has the data folder open. */
export class StoreLockedError extends Error {
  override readonly name = 'StoreLockedError';
  constructor(
    message: string,
    /** Process id of the holder, where it could be told. */
    readonly pid?: number,
  ) {
    super(message);
  }
}

/** Where a file of the store is damaged. */
export interface DamageLocation {
  /** File name within the data folder. */
  readonly file: string;
  /** From 1; 0 when the fault is with the file as a whole. */
  readonly line: number;
  /** Byte offset at which the line begins. */
  readonly offset: number;
}

/**
 * The files of the store are damaged or of an unknown version: nothing was changed. The message names file, line and
 * offset.
 */
export class StoreDamagedError extends Error {
  override readonly name: string = 'StoreDamagedError';
  constructor(
    message: string,
    readonly location?: DamageLocation,
  ) {
    super(message);
  }
}

/** Files of a format that this version of the program does not know: they may be whole. */
export class UnknownFormatError extends StoreDamagedError {
  override readonly name = 'UnknownFormatError';
}

/** The log does not reach back to a position: the commits after it were compacted away. */
export class PositionGoneError extends Error {
  override readonly name = 'PositionGoneError';

  constructor(position: number, first: number) {
    super(`the log begins after position ${first}: the commits since ${position} are not kept`);
  }
}

/**
 * Another one's commit came first: nothing was appended, and what was decided without knowing it is to be decided
 * anew.
 */
export class OvertakenError extends Error {
  override readonly name = 'OvertakenError';

  constructor() {
    super('another commit came first');
  }
}
