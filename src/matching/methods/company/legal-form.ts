import { deletionKeys } from '../../text/deletions.js';
import { osaDistance } from '../../text/edit-distance.js';

const LONGEST_FORM = 7;
/** Minimum length, without spaces, of a form that may have a typo. A shorter form may be one edit from another word. */
const FORGIVEN = 10;
/** Minimum length, without spaces, of a form with several words before the name. */
const SPELLED_OUT = 10;
const SPACE = 1;

/** Short legal forms that come before the name in their country. */
const LEADING = new Set(
  'ooo ao gp pt jscv uab sia kk sarl snc sci srl ab trust asbl coop ybg hk oy as ou tov llcen sarlar spke'.split(' '),
);

/** Finds the codes of legal forms (words joined by a space). Tolerates typos in long forms. */
export class LegalForms {
  readonly #codes: ReadonlyMap<string, string>;
  readonly #near = new Map<number, string[]>();

  constructor(codes: ReadonlyMap<string, string>) {
    this.#codes = codes;
    for (const form of codes.keys()) {
      if (form.replaceAll(' ', '').length < FORGIVEN) continue;
      for (const key of neighbours(form)) {
        const forms = this.#near.get(key);
        if (forms === undefined) this.#near.set(key, [form]);
        else forms.push(form);
      }
    }
  }

  /** Removes forms at the end or, in some countries, the start, but never the whole name. Returns the inner form. */
  split(all: readonly string[]): { rest: readonly string[]; legalForm: string } {
    let rest = all;
    let legalForm = '';
    for (;;) {
      const behind = this.#behind(rest);
      const before = behind ?? this.#before(rest);
      if (before === undefined) return { rest, legalForm };
      rest = before.rest;
      legalForm = before.code;
    }
  }

  #behind(all: readonly string[]) {
    for (let n = Math.min(LONGEST_FORM, all.length - 1); n > 0; n--) {
      const code = this.#codeOf(all.slice(-n).join(' '));
      if (code !== undefined) return { rest: all.slice(0, -n), code };
    }
    return undefined;
  }

  #before(all: readonly string[]) {
    for (let n = Math.min(LONGEST_FORM, all.length - 1); n > 0; n--) {
      const spelled = all.slice(0, n).join(' ');
      if (spelled.length === 1) continue;
      const code = this.#codeOf(spelled);
      if (code === undefined) continue;
      if (LEADING.has(code) || (n > 1 && spelled.length - (n - 1) >= SPELLED_OUT)) return { rest: all.slice(n), code };
    }
    return undefined;
  }

  #codeOf(spelled: string): string | undefined {
    const code = this.#codes.get(spelled);
    if (code !== undefined || spelled.length < FORGIVEN) return code;
    for (const key of neighbours(spelled)) {
      for (const form of this.#near.get(key) ?? []) {
        if (osaDistance(form, spelled, 1) <= 1) return this.#codes.get(form);
      }
    }
    return undefined;
  }
}

function neighbours(text: string): number[] {
  return deletionKeys(text, 1, SPACE);
}
