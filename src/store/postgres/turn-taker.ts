import { setTimeout as pause } from 'node:timers/promises';
import { codeOf, pauseBefore } from './database-errors.js';
import type { LogConnection } from './log-connection.js';
import type { LogTurns } from './log-turns.js';

/** Milliseconds that others may keep the turn before commits are refused. */
const TURN_PATIENCE = 60_000;
export const TURN_OF_ANOTHER = '55P03';

export interface TurnTakerParts {
  /** Of its own: the log is read and appended to by another one meanwhile. */
  readonly connection: LogConnection;
  readonly turns: LogTurns;
  /** Milliseconds that the database may be away before commits are refused. */
  readonly patience: number;
  /** Resolves when the view shows all that is in the log at the call. */
  readonly whole: () => Promise<void>;
  /** Resolves when nothing waits to be appended. */
  readonly appended: () => Promise<void>;
  /** Is told how long a turn was waited for. */
  readonly taken: (seconds: number) => void;
  /** No turn can be had: what waits for one is to be refused. */
  readonly refused: () => void;
}

/** Takes turns in deciding with other nodes for as long as somebody here wants to decide. */
export class TurnTaker {
  /** Why no turn can be had; gone when one is. */
  fault: Error | undefined;
  #hasTurn = false;
  #running: Promise<void> | undefined;
  #failingSince: number | undefined;
  #isClosed = false;

  constructor(private readonly parts: TurnTakerParts) {}

  get hasTurn(): boolean {
    return this.#hasTurn;
  }

  /** Resolves when no turn is wanted; `undefined` when none is. */
  get running(): Promise<void> | undefined {
    return this.#running;
  }

  start(): void {
    if (!this.#isClosed) this.#running ??= this.#run();
  }

  /** Takes no further turn. */
  close(): void {
    this.#isClosed = true;
  }

  async #run(): Promise<void> {
    const { turns } = this.parts;
    for (let attempt = 0; !this.#isClosed && (turns.isWanted || this.fault !== undefined);) {
      const asked = performance.now();
      try {
        await this.#decideInTurn(asked);
        attempt = 0;
      } catch (error) {
        this.#failed(error as Error, asked);
        if (codeOf(error) !== TURN_OF_ANOTHER) await pause(pauseBefore(attempt++));
      }
    }
    // In the same turn as the last look: what comes from now on starts it again.
    this.#running = undefined;
  }

  async #decideInTurn(asked: number): Promise<void> {
    const { connection, turns, whole, appended, taken } = this.parts;
    await connection.takeTurn();
    taken((performance.now() - asked) / 1_000);
    this.#failingSince = this.fault = undefined;
    turns.refuse(false);
    this.#hasTurn = true;
    try {
      await connection.whileInTurn(async () => {
        await whole();
        await turns.decisions();
        await appended();
      });
    } finally {
      this.#hasTurn = false;
      turns.turnEnded();
      await connection.endTurn();
    }
  }

  #failed(error: Error, asked: number): void {
    const isOthers = codeOf(error) === TURN_OF_ANOTHER;
    this.#failingSince ??= asked;
    // Another node makes a long decision, or has just died; or the database is away.
    const patience = isOthers ? TURN_PATIENCE : this.parts.patience;
    if (performance.now() - this.#failingSince < patience) return;
    this.fault = isOthers
      ? new Error('the lock of the log cannot be had: another node keeps it')
      : new Error(`the database cannot be reached: ${error.message}`);
    this.parts.turns.refuse(true);
    this.parts.refused();
  }
}
