/** One server-sent event. */
export interface Message {
  readonly id: string | undefined;
  readonly event: string;
  readonly data: { readonly [key: string]: unknown; readonly data?: Record<string, unknown> };
}

/** Reads server-sent events from a real connection. Implements the needed part of WHATWG HTML 9.2.6. */
export class StreamReader {
  readonly messages: Message[] = [];
  heartbeats = 0;
  #text = '';
  readonly #bytes: AsyncIterator<Uint8Array>;
  readonly #decoder = new TextDecoder();

  constructor(
    readonly response: Response,
    private readonly abort: AbortController,
  ) {
    this.#bytes = (response.body as unknown as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
  }

  static async open(url: string, headers: Record<string, string>): Promise<StreamReader> {
    const abort = new AbortController();
    return new StreamReader(await fetch(url, { headers, signal: abort.signal }), abort);
  }

  /** Reads until a message satisfies a condition. Returns `undefined` at the end of the stream. */
  async until(is: (message: Message) => boolean): Promise<Message | undefined> {
    let seen = 0;
    for (;;) {
      for (; seen < this.messages.length; seen++) if (is(this.messages[seen]!)) return this.messages[seen];
      if (!(await this.read())) return undefined;
    }
  }

  async all(): Promise<Message[]> {
    while (await this.read());
    return this.messages;
  }

  close(): void {
    this.abort.abort();
  }

  /** Reads the next chunk. Returns false at the end. */
  async read(): Promise<boolean> {
    const step = await this.#bytes.next().catch(() => ({ done: true as const, value: undefined }));
    if (step.done === true) return false;
    this.#text += this.#decoder.decode(step.value, { stream: true });
    for (let end = this.#text.indexOf('\n\n'); end >= 0; end = this.#text.indexOf('\n\n')) {
      this.#take(this.#text.slice(0, end));
      this.#text = this.#text.slice(end + 2);
    }
    return true;
  }

  #take(block: string): void {
    const fields = new Map(
      block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
    );
    const id = fields.get('id');
    const data = fields.get('data');
    if (data === undefined) {
      this.heartbeats++;
      return;
    }
    this.messages.push({ id, event: fields.get('event')!, data: JSON.parse(data) as Message['data'] });
  }
}
