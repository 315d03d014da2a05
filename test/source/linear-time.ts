// Comes with eslint.
import { AST, RegExpParser } from '@eslint-community/regexpp';

/**
 * Whether a regular expression takes time linear in the length of its input, judged by its form. Backtracking makes it
 * slower in three ways, each of which is looked for:
 *
 * 1. A repetition without end inside another whose rounds can be cut differently: exponential.
 * 2. A repetition without end after which something can fail that the repetition could also have taken, with another
 *    one behind: polynomial.
 * 3. A pattern that may begin anywhere, fails late, and begins again inside what it has just read: quadratic.
 *
 * Errs to the strict side. Bounded repetitions count as unbounded inside of loops, backreferences as any character.
 */
export function slowness(source: string, flags: string): string | undefined {
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  });
  const anchored =
    flags.includes('y') || (!flags.includes('m') && pattern.alternatives.every(({ elements }) => isStart(elements[0])));
  const judge = new Judge(flags, anchored, pattern);
  judge.sequences(pattern.alternatives, { follow: NOTHING, canFail: false, endless: false, inLoop: false });
  return judge.fault;
}

/** All that comes behind a place of the pattern. */
interface Behind {
  /** Characters with which it can begin. */
  readonly follow: Characters;
  /** Whether a match that got here can still fail. */
  readonly canFail: boolean;
  /** Whether a repetition without end comes behind. */
  readonly endless: boolean;
  readonly inLoop: boolean;
}

/** One flag for each UTF-16 code unit. */
type Characters = Uint8Array;
const SIZE = 0x10000;
const NOTHING: Characters = new Uint8Array(SIZE);
const ANYTHING: Characters = new Uint8Array(SIZE).fill(1);
const known = new Map<string, Characters>();

class Judge {
  fault: string | undefined;
  readonly #first: Characters;

  constructor(
    private readonly flags: string,
    private readonly anchored: boolean,
    pattern: AST.Pattern,
  ) {
    this.#first = this.#firstOfAny(pattern.alternatives);
  }

  sequences(alternatives: readonly AST.Alternative[], behind: Behind): void {
    if (behind.inLoop)
      alternatives.forEach((one, i) => {
        const others = union(alternatives.slice(i + 1).map((other) => this.#firstOf(other.elements)));
        if (meet(this.#firstOf(one.elements), others)) this.#report(one, 'alternatives in a loop begin alike');
      });
    for (const { elements } of alternatives) this.#sequence(elements, behind);
  }

  #sequence(elements: readonly AST.Element[], behind: Behind): void {
    elements.forEach((element, i) => {
      const rest = elements.slice(i + 1);
      const passable = rest.every((one) => this.#nullable(one));
      const here: Behind = {
        follow: union([this.#firstOf(rest), passable ? behind.follow : NOTHING]),
        canFail: behind.canFail || rest.some((one) => one.type === 'Assertion' || !this.#nullable(one)),
        endless: behind.endless || rest.some(hasEndless),
        inLoop: behind.inLoop,
      };
      this.#element(element, here);
    });
  }

  #element(element: AST.Element, behind: Behind): void {
    switch (element.type) {
      case 'Group':
      case 'CapturingGroup':
        this.sequences(element.alternatives, behind);
        return;
      case 'Assertion':
        if (element.kind === 'lookahead' || element.kind === 'lookbehind')
          this.sequences(element.alternatives, { ...behind, follow: ANYTHING, canFail: true });
        return;
      case 'Quantifier':
        this.#quantifier(element, behind);
    }
  }

  #quantifier(quantifier: AST.Quantifier, behind: Behind): void {
    const { element } = quantifier;
    const endless = quantifier.max === Infinity;
    const varies = endless || (behind.inLoop && quantifier.min !== quantifier.max);
    const own = this.#first1(element);
    if (varies && behind.canFail && meet(own, behind.follow) && (behind.inLoop || behind.endless))
      this.#report(quantifier, 'what is behind can begin with what it repeats, and repeats itself');
    if (endless && behind.canFail && !this.anchored && meet(all(element, this), this.#first))
      this.#report(quantifier, 'the pattern can begin anew within what it repeats');
    if (quantifier.max > 1)
      this.#element(element, {
        follow: union([behind.follow, own]),
        canFail: true,
        endless: behind.endless || endless,
        inLoop: behind.inLoop || endless,
      });
    else this.#element(element, behind);
  }

  #report(node: AST.Node, reason: string): void {
    this.fault ??= `${node.raw}: ${reason}`;
  }

  #firstOfAny(alternatives: readonly AST.Alternative[]): Characters {
    return union(alternatives.map(({ elements }) => this.#firstOf(elements)));
  }

  #firstOf(elements: readonly AST.Element[]): Characters {
    const sets: Characters[] = [];
    for (const element of elements) {
      sets.push(this.#first1(element));
      if (!this.#nullable(element)) break;
    }
    return union(sets);
  }

  #first1(element: AST.Element): Characters {
    switch (element.type) {
      case 'Group':
      case 'CapturingGroup':
        return this.#firstOfAny(element.alternatives);
      case 'Quantifier':
        return this.#first1(element.element);
      case 'Assertion':
        return NOTHING;
      default:
        return this.characters(element);
    }
  }

  characters(element: AST.Element): Characters {
    if (element.type === 'Backreference') return ANYTHING;
    const flags = this.flags.replaceAll(/[gy]/g, '');
    const key = `${element.raw}/${flags}`;
    let set = known.get(key);
    if (set === undefined) {
      const expression = new RegExp(`^(?:${element.raw})$`, flags);
      set = Uint8Array.from({ length: SIZE }, (_, code) => (expression.test(String.fromCharCode(code)) ? 1 : 0));
      known.set(key, set);
    }
    return set;
  }

  #nullable(element: AST.Element): boolean {
    switch (element.type) {
      case 'Assertion':
        return true;
      case 'Quantifier':
        return element.min === 0 || this.#nullable(element.element);
      case 'Group':
      case 'CapturingGroup':
        return element.alternatives.some(({ elements }) => elements.every((one) => this.#nullable(one)));
      case 'Backreference':
        return true;
      default:
        return false;
    }
  }
}

/** Every character that can stand anywhere in it. */
function all(element: AST.Element, judge: Judge): Characters {
  switch (element.type) {
    case 'Group':
    case 'CapturingGroup':
      return union(element.alternatives.flatMap(({ elements }) => elements.map((one) => all(one, judge))));
    case 'Quantifier':
      return all(element.element, judge);
    case 'Assertion':
      return NOTHING;
    default:
      return judge.characters(element);
  }
}

function isStart(element: AST.Element | undefined): boolean {
  return element?.type === 'Assertion' && element.kind === 'start';
}

function hasEndless(element: AST.Element): boolean {
  switch (element.type) {
    case 'Quantifier':
      return element.max === Infinity || hasEndless(element.element);
    case 'Group':
    case 'CapturingGroup':
      return element.alternatives.some(({ elements }) => elements.some(hasEndless));
    default:
      return false;
  }
}

function union(sets: readonly Characters[]): Characters {
  if (sets.length === 1) return sets[0]!;
  const united = new Uint8Array(SIZE);
  for (const set of sets) for (let i = 0; i < SIZE; i++) united[i]! |= set[i]!;
  return united;
}

function meet(a: Characters, b: Characters): boolean {
  for (let i = 0; i < SIZE; i++) if (a[i] === 1 && b[i] === 1) return true;
  return false;
}
