/** Seconds in which a service over a log that was cut back should be available again. */
const REOPENED_SECONDS = 5;

/** The store cannot write (disk full, read-only, failed fsync). The request left no trace. */
export class StoreUnavailableError extends Error {
  override readonly name: string = 'StoreUnavailableError';

  /** @param retryAfter seconds after which it may write again, if known */
  constructor(
    message: string,
    readonly retryAfter?: number,
  ) {
    super(message);
  }
}

/**
 * The log no longer matches the view: it has lost its end, or data that the view needs. The view may be wrong; reopen
 * the store.
 */
export class DivergedError extends StoreUnavailableError {
  override readonly name = 'DivergedError';
  /** Resolves when the lost data is saved, or cannot be; the message then says so. */
  settled: Promise<void> = Promise.resolve();

  /** @param position of the view */
  constructor(
    readonly position: number,
    message: string,
  ) {
    super(message, REOPENED_SECONDS);
  }

  /** @param where the lost data was saved, as text */
  tell(where: string): void {
    this.message += `; ${where}`;
  }
}

/**
 * The same, but it is unknown whether the change was stored: the database failed after it was sent, or it is in a
 * journal that could not be truncated or marked.
 */
export class OutcomeUnknownError extends StoreUnavailableError {
  override readonly name = 'OutcomeUnknownError';

  /** @param why it cannot write @param retryAfter seconds, as there */
  constructor(why: string, retryAfter?: number) {
    super(`${why}; it is unknown whether the change was saved`, retryAfter);
  }
}

/** Records on disk cannot be read. */
export class UnreadableError extends StoreUnavailableError {
  override readonly name = 'UnreadableError';

  constructor(cause: unknown) {
    super(`records on disk cannot be read at the moment: ${(cause as Error).message}`);
  }
}

export class StoreLockedError extends Error {
  override readonly name = 'StoreLockedError';
  constructor(
    message: string,
    readonly pid?: number,
  ) {
    super(message);
  }
}

export interface DamageLocation {
  /** File name within the data folder. */
  readonly file: string;
  /** From 1; 0 for the file as a whole. */
  readonly line: number;
  /** Byte offset of the line. */
  readonly offset: number;
}

/**
 * The files of the store are damaged or of an unknown version; nothing was changed. The message names file, line and
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

/** Files of a format that this version does not know: they may be intact. */
export class UnknownFormatError extends StoreDamagedError {
  override readonly name = 'UnknownFormatError';
}

/** The log does not reach back to a position: the commits after it were compacted. */
export class PositionGoneError extends Error {
  override readonly name = 'PositionGoneError';

  constructor(position: number, first: number) {
    super(`the log begins after position ${first}: the commits since ${position} are not kept`);
  }
}

/** Another node's commit came first: nothing was appended; decide again. */
export class OvertakenError extends Error {
  override readonly name = 'OvertakenError';

  constructor() {
    super('another commit came first');
  }
}
