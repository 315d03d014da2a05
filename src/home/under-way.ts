import type { ChangeCondition, Home, Lease } from './home.js';

/** Milliseconds between two words on how far some work is. */
const NEWS_MS = 250;

/** The documents of some work, by its Id. */
export interface WorkDocuments {
  /** Says what is asked for, and what came of it. */
  readonly about: (id: string) => string;
  /** Says how far it is, to other processes. */
  readonly told: (id: string) => string;
}

/**
 * The work that this process does for all: what it writes counts as long as the work is as it was when it began, so
 * that nothing is kept of work that was cancelled, asked for anew or taken over meanwhile.
 */
export class UnderWay<Told> {
  /** As the document was when the work began. */
  #begun: { readonly id: string; readonly version: string } | undefined;
  /** How far the work of this process is. */
  readonly #told = new Map<string, Told>();
  /** The work that was told of last. */
  #latest = '';
  #timer: NodeJS.Timeout | undefined;

  /** @param lease of the work; absent where one process does all */
  constructor(
    private readonly home: Home,
    private readonly documents: WorkDocuments,
    private readonly lease: Lease | undefined,
  ) {}

  /**
   * To be called when a document was written that says whether the work has begun.
   *
   * @param isBegun by its text: another process may have changed it since
   */
  async look(id: string, isBegun: (text: string) => boolean): Promise<void> {
    const now = await this.home.read(this.documents.about(id));
    this.#begun = now !== undefined && isBegun(now.content) ? { id, version: now.version } : undefined;
  }

  /** Met as long as the work goes on, at this process. */
  conditionOf(id: string): ChangeCondition {
    const { version = 'none' } = this.#begun?.id === id ? this.#begun : {};
    return { lease: this.lease, unchanged: { name: this.documents.about(id), version } };
  }

  /** Shows all processes how far it is. */
  tell(id: string, told: Told): void {
    this.#told.set(id, told);
    this.#latest = id;
    if (!this.home.isShared) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const work = this.#latest;
      const news = this.#told.get(work);
      if (news === undefined) return;
      const writing = this.home.write(this.documents.told(work), JSON.stringify(news), this.conditionOf(work));
      // Where it cannot be told, the next word may be.
      writing.catch(() => undefined);
    }, NEWS_MS).unref();
  }

  /** The last word of this process. */
  told(id: string): Told | undefined {
    return this.#told.get(id);
  }

  /** Nothing is under way of it any more, or it begins anew. */
  async forget(id: string): Promise<void> {
    this.#told.delete(id);
    if (this.home.isShared) await this.home.remove(this.documents.told(id));
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}
