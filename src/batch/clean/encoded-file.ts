import { decode, encode, markOf } from '../input/encoding.js';
import type { OutputFile } from '../output/output-file.js';
import type { OutputForm } from './output-form.js';

/** Characters handed to a file at a time. */
const CHUNK = 1 << 16;

/** Lines of a file in a form: encoded, the last one with or without an end. */
export class EncodedFile {
  #pending = '';
  #isEmpty = true;

  constructor(
    private readonly output: OutputFile,
    private readonly form: OutputForm,
  ) {}

  /** @returns false where the encoding cannot hold the line: then the file is not to be used */
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

/** Whether an encoding has all characters of a text. */
export function holds(text: string, encoding: OutputForm['encoding']): boolean {
  return encoding.name === 'utf8' || decode(encode(text, encoding), encoding) === text;
}
