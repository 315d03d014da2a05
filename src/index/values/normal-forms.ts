import { hashText } from '../../runtime/memory/hash.js';

const FEWEST = 1 << 8;
const MOST = 1 << 14;
const LONGEST = 64;

/** Cache of normal forms by raw text. Doubles when more strings have been added than it has slots. Skips long texts. */
export class NormalForms {
  private raws: string[] = new Array<string>(FEWEST).fill('');
  private normals: string[] = new Array<string>(FEWEST).fill('');
  private added = 0;

  of(raw: string, normalise: (raw: string) => string): string {
    if (raw === '' || raw.length > LONGEST) return normalise(raw);
    const hash = hashText(raw);
    const place = hash & (this.raws.length - 1);
    if (this.raws[place] === raw) return this.normals[place]!;
    const normal = normalise(raw);
    if (++this.added > this.raws.length && this.raws.length < MOST) this.grow();
    const at = hash & (this.raws.length - 1);
    this.raws[at] = raw;
    this.normals[at] = normal;
    return normal;
  }

  /** Doubles the size and drops the contents. Common strings are soon cached again. */
  private grow(): void {
    const places = this.raws.length * 2;
    this.raws = new Array<string>(places).fill('');
    this.normals = new Array<string>(places).fill('');
    this.added = 0;
  }
}
