/** Seconds after which a service with a truncated log should be available again. */
const REOPENED_SECONDS = 5;

/** Thrown if the store cannot write (disk full, read-only, failed fsync). The request has had no effect. */
export class StoreUnavailableError extends Error {
  override readonly name: string = 'StoreUnavailableError';

  /** @param retryAfter seconds after which the store may write again, if known */
  constructor(
    message: string,
    readonly retryAfter?: number,
  ) {
    super(message);
  }
}

/**
 * Thrown if the log no longer matches the view, because it lost its end or data that the view needs. The view may be
 * wrong, so the store must be reopened.
 */
export class DivergedError extends StoreUnavailableError {
  override readonly name = 'DivergedError';
  /** Resolves when the lost data is saved or cannot be saved. The message then states the result. */
  settled: Promise<void> = Promise.resolve();

  constructor(
    readonly position: number,
    message: string,
  ) {
    super(message, REOPENED_SECONDS);
  }

  /** @param where describes the location of the saved data */
  tell(where: string): void {
    this.message += `; ${where}`;
  }
}

/**
 * Thrown if the store cannot write and it is unknown whether the change was stored. The database failed after the
 * change was sent, or the change is in a journal that could not be truncated or marked.
 */
export class OutcomeUnknownError extends StoreUnavailableError {
  override readonly name = 'OutcomeUnknownError';

  /** @param why the store cannot write @param retryAfter see `StoreUnavailableError` */
  constructor(why: string, retryAfter?: number) {
    super(`${why}; it is unknown whether the change was saved`, retryAfter);
  }
}

/** Thrown if records on disk cannot be read. */
export class UnreadableError extends StoreUnavailableError {
  override readonly name = 'UnreadableError';

  constructor(cause: unknown) {
    super(`records on disk cannot be read: ${(cause as Error).message}`);
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
  /** Line number, starting at 1. 0 refers to the file as a whole. */
  readonly line: number;
  /** Byte offset of the line. */
  readonly offset: number;
}

/**
 * Thrown if the files of the store are damaged or of an unknown version. Nothing was changed. The message names file,
 * line and offset.
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

/** Thrown for files of a format that this version does not know. They may be intact. */
export class UnknownFormatError extends StoreDamagedError {
  override readonly name = 'UnknownFormatError';
}

/** Thrown if the log does not reach back to a position, because the commits after it were compacted. */
export class PositionGoneError extends Error {
  override readonly name = 'PositionGoneError';

  constructor(position: number, first: number) {
    super(`the log begins after position ${first}: the commits since ${position} have been deleted`);
  }
}

/** Thrown if another node's commit came first. Nothing was appended, and the decision must be repeated. */
export class OvertakenError extends Error {
  override readonly name = 'OvertakenError';

  constructor() {
    super('another node committed first');
  }
}
