import { decode, encode, markOf } from '../read/encoding.js';
import type { OutputFile } from '../write/output-file.js';
import type { OutputForm } from './output-form.js';

/** Characters per write. */
const CHUNK = 1 << 16;

/** Encoded lines, the last one with or without a line ending. */
export class EncodedFile {
  #pending = '';
  #isEmpty = true;

  constructor(
    private readonly output: OutputFile,
    private readonly form: OutputForm,
  ) {}

  /** @returns false if the encoding cannot represent the line: then the file is unusable */
  async add(line: string): Promise<boolean> {
    const { encoding, lineEnd } = this.form;
    if (!holds(line, encoding)) return false;
    if (this.#isEmpty) await this.output.add(markOf(encoding));
    else this.#pending += lineEnd;
    this.#isEmpty = false;
    this.#pending += line;
    if (this.#pending.length > CHUNK) await this.#flush();
    return true;
  }

  async end(): Promise<void> {
    if (this.form.endsLast) this.#pending += this.form.lineEnd;
    await this.#flush();
  }

  async #flush(): Promise<void> {
    await this.output.add(encode(this.#pending, this.form.encoding));
    this.#pending = '';
  }
}

export function holds(text: string, encoding: OutputForm['encoding']): boolean {
  return encoding.name === 'utf8' || decode(encode(text, encoding), encoding) === text;
}
