/** Seconds within which a service whose log lost commits should be available again. */
const REOPENED_SECONDS = 5;

/** The store cannot write (disk full, read-only, failed fsync). The request has had no effect. */
export class StoreUnavailableError extends Error {
  override readonly name: string = 'StoreUnavailableError';

  /** @param retryAfter seconds until the store may write again, if known */
  constructor(
    message: string,
    readonly retryAfter?: number,
  ) {
    super(message);
  }
}

/**
 * The log no longer matches the view, because it has lost its end or data that the view needs. The view may be wrong,
 * so the store must be opened again.
 */
export class DivergedError extends StoreUnavailableError {
  override readonly name = 'DivergedError';
  /**
   * Resolves when the lost data has been saved, or saving it has failed. The message then says whether the data was
   * saved.
   */
  settled: Promise<void> = Promise.resolve();

  constructor(
    readonly position: number,
    message: string,
  ) {
    super(message, REOPENED_SECONDS);
  }

  /** @param where the lost data was saved, for the message */
  tell(where: string): void {
    this.message += `; ${where}`;
  }
}

/**
 * The store cannot write, and it is unknown whether the change was stored: the database failed after the change was
 * sent, or the change is in a journal that could be neither cut nor marked.
 */
export class OutcomeUnknownError extends StoreUnavailableError {
  override readonly name = 'OutcomeUnknownError';

  /** @param why the store cannot write @param retryAfter see `StoreUnavailableError` */
  constructor(why: string, retryAfter?: number) {
    super(`${why}; it is unknown whether the change was saved`, retryAfter);
  }
}

/** Records on disk cannot be read. */
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
  readonly file: string;
  /** Line number, from 1. 0 means the whole file. */
  readonly line: number;
  readonly offset: number;
}

/**
 * The store's files are damaged or have an unknown version. Nothing was changed. The message names file, line and
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

/** The files have a format that this version does not know, but may be intact. */
export class UnknownFormatError extends StoreDamagedError {
  override readonly name = 'UnknownFormatError';
}

/** The log does not reach back to a position, because the commits after it were compacted. */
export class PositionGoneError extends Error {
  override readonly name = 'PositionGoneError';

  constructor(position: number, first: number) {
    super(`the log begins after position ${first}: the commits since ${position} have been deleted`);
  }
}

/** Another node's commit came first. Nothing was appended, and the decision must be repeated. */
export class OvertakenError extends Error {
  override readonly name = 'OvertakenError';

  constructor() {
    super('another node committed first');
  }
}
