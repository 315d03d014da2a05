import type { Socket } from 'node:net';
import type { FileExtent } from '../store/journal-adapter.js';
import type { FileStore } from '../store/file-store.js';
import type { LogPosition } from '../store/log-position.js';
import type { ConfigurationTexts } from './configuration-texts.js';
import { LineSocket } from './line-socket.js';
import type { WorkerCounts, Metric, ToFollower, ToWriter } from './messages.js';

interface Owner {
  welcome(extents: readonly FileExtent[]): ToFollower;
  /** @returns whether what it was welcomed with still holds */
  joined(): boolean;
  counted(counts: WorkerCounts): void;
  left(): void;
}

interface Asked {
  readonly resolve: (answer: ToWriter) => void;
  readonly reject: (error: Error) => void;
}

/** The writer's connection to one follower. */
export class FollowerLink {
  /** Resolves when the connection has ended. */
  readonly gone: Promise<void>;
  /** Position up to which the follower is known to show all. */
  position = 0;
  readonly #lines: LineSocket;
  readonly #asked = new Map<number, Asked>();
  #number = 0;
  #loaded: (end: LogPosition) => void = () => undefined;
  #unfollow = (): void => undefined;
  readonly #state = { isOpen: true };

  constructor(
    socket: Socket,
    private readonly store: FileStore,
    private readonly owner: Owner,
  ) {
    this.gone = new Promise((resolve) => socket.once('close', () => resolve()));
    this.#lines = new LineSocket(
      socket,
      (line) => this.#take(JSON.parse(line) as ToWriter),
      () => this.#ended(),
    );
  }

  /** Shows the follower where to begin, and the log from there on. */
  async open(): Promise<void> {
    try {
      // Compactions wait until it has read the files, and the log behind them.
      await this.store.whileFilesStay(async (extents) => {
        // They are not those of this log any more.
        const { replaced } = this.store;
        if (replaced !== undefined) {
          this.tell({ kind: 'refused', why: replaced.message });
          return;
        }
        const loaded = new Promise<LogPosition>((resolve) => (this.#loaded = resolve));
        this.tell(this.owner.welcome(extents));
        this.tell({ kind: 'condition', condition: this.store.condition });
        const end = await Promise.race([loaded, this.gone]);
        if (end === undefined) return;
        const why = this.store.refusal(end);
        // It leaves when it hears of it.
        if (why !== undefined) {
          this.tell({ kind: 'refused', why });
          return;
        }
        const { position } = end;
        this.position = position;
        // From now on, so that nothing that is told to all is missed.
        if (!this.owner.joined()) throw new Error('the configuration has changed meanwhile');
        const unfollow = await this.store.follow(position, (_position, entry) => this.#lines.send(entry));
        if (this.#state.isOpen) this.#unfollow = unfollow;
        else unfollow();
        this.tell({ kind: 'joined', end: this.store.end });
      });
    } catch {
      this.close();
    }
  }

  tell(message: ToFollower): void {
    this.#lines.send(JSON.stringify(message));
  }

  /** Resolves when all that was sent before has been done. */
  async sync(patience: number): Promise<void> {
    const { position } = this.store;
    await this.#ask((number) => ({ kind: 'sync', number }), patience);
    this.position = position;
  }

  async configure(configuration: ConfigurationTexts, patience: number): Promise<void> {
    const answer = await this.#ask((number) => ({ kind: 'configure', number, configuration }), patience);
    if (answer.kind === 'configured' && answer.error !== undefined) throw new Error(answer.error);
  }

  /** @returns `undefined` when it does not answer in time */
  async metrics(patience: number): Promise<readonly Metric[] | undefined> {
    const answer = await this.#ask((number) => ({ kind: 'metrics', number }), patience).catch(() => undefined);
    return answer?.kind === 'metrics' ? answer.metrics : undefined;
  }

  close(): void {
    this.#lines.close();
  }

  /** Also resolves when the follower goes: nobody has to wait for it any more. */
  async #ask(message: (number: number) => ToFollower, patience: number): Promise<ToWriter> {
    const number = ++this.#number;
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<ToWriter>((resolve, reject) => {
        if (!this.#state.isOpen) resolve({ kind: 'synced', number });
        this.#asked.set(number, { resolve, reject });
        timer = setTimeout(() => reject(new Error(`it did not answer within ${patience / 1_000} seconds`)), patience);
        this.tell(message(number));
      });
    } finally {
      clearTimeout(timer);
      this.#asked.delete(number);
    }
  }

  #take(message: ToWriter): void {
    switch (message.kind) {
      case 'loaded':
        this.#loaded(message.end);
        return;
      case 'counts':
        this.owner.counted(message.counts);
        return;
      default:
        this.#asked.get(message.number)?.resolve(message);
    }
  }

  #ended(): void {
    this.#state.isOpen = false;
    this.#unfollow();
    this.owner.left();
    for (const [number, { resolve }] of this.#asked) resolve({ kind: 'synced', number });
  }
}
