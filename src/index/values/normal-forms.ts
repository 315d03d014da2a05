import { hashText } from '../../memory/hash.js';

const FEWEST = 1 << 8;
const MOST = 1 << 14;
const LONGEST = 64;

/**
 * Normal forms of raw texts of late, one to a place by the text's hash: as large as what comes makes worth while, and
 * no larger. Long texts are not kept.
 */
export class NormalForms {
  private raws: string[] = new Array<string>(FEWEST).fill('');
  private normals: string[] = new Array<string>(FEWEST).fill('');
  private added = 0;

  /** @param normalise called for a text that is not kept */
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

  /** Forgets all that was kept: a common text comes back soon. */
  private grow(): void {
    const places = this.raws.length * 2;
    this.raws = new Array<string>(places).fill('');
    this.normals = new Array<string>(places).fill('');
    this.added = 0;
  }
}
