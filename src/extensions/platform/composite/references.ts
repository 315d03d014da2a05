import { MOST } from '../../../store/config/config-limits.js';
import { RequestError } from '../../../records/contract/request-error.js';

const REFERENCE = /@\{(\w{1,80})((?:\.\w{1,80}|\[\d{1,4}\]){0,20})\}/g;
const WHOLE = /^@\{(\w{1,80})((?:\.\w{1,80}|\[\d{1,4}\]){0,20})\}$/;

interface Extent {
  readonly length: number;
  readonly nodes: number;
  readonly depth: number;
}

/** Number of characters counted for a number, true, false or null, and for the characters around a value. */
const PLAIN = 8;

/**
 * Replaces references (`@{created.id}`) in composite requests with values from earlier responses. A short reference can
 * expand to a megabyte, so the result is measured first. A body, and all references in a composite together, must not
 * exceed the body limit.
 */
export class References {
  readonly #answers = new Map<string, unknown>();
  readonly #extents = new WeakMap<object, Extent>();
  #count = 0;
  #added = 0;

  /** @param bodyLimit maximum characters of a body */
  constructor(private readonly bodyLimit: number) {}

  set(referenceId: string, answer: unknown): void {
    this.#answers.set(referenceId, answer);
  }

  /** @throws RequestError 400 for an unknown reference, 413 for a URL that gets too long */
  inAddress(url: string): string {
    const { length } = this.#measure(url, true);
    if (length > MOST.addressLength) throw tooLarge(`the URL has more than ${MOST.addressLength} characters`);
    return this.#text(url);
  }

  /** @throws RequestError 400 for an unknown reference, 413 for a body that gets too large */
  inBody(body: unknown): unknown {
    const before = this.#count;
    const { length, nodes, depth } = this.#measure(body, false);
    const limit = this.bodyLimit;
    if (length > limit) throw tooLarge(`the body is larger than the limit of ${limit} bytes`);
    if (nodes > MOST.bodyNodes) throw tooLarge(`the body has more than ${MOST.bodyNodes} keys and elements`);
    if (depth > MOST.bodyDepth) throw tooLarge(`the body has more than ${MOST.bodyDepth} levels`);
    if (before === this.#count) return body;
    return this.#substituted(body);
  }

  #substituted(value: unknown): unknown {
    if (typeof value === 'string') {
      const [, name, path] = WHOLE.exec(value) ?? [];
      return name === undefined ? this.#text(value) : this.#referred(name, path!);
    }
    if (Array.isArray(value)) return value.map((each) => this.#substituted(each));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, this.#substituted(each)]));
  }

  #text(text: string): string {
    return text.replaceAll(REFERENCE, (_all, name: string, path: string) => String(this.#referred(name, path)));
  }

  /** Measures a value after replacing references. @param isText whether references are always inserted as text */
  #measure(value: unknown, isText: boolean): Extent {
    if (typeof value === 'string') return this.#measureText(value, isText);
    if (typeof value !== 'object' || value === null) return { length: PLAIN, nodes: 0, depth: 0 };
    return sum(value, (each) => this.#measure(each, isText));
  }

  #measureText(text: string, isText: boolean): Extent {
    const [, whole, to] = isText ? [] : (WHOLE.exec(text) ?? []);
    if (whole !== undefined) {
      const extent = this.#extentOf(this.#referred(whole, to!));
      this.#add(extent.length);
      return extent;
    }
    let { length } = text;
    for (const [all, name, path] of text.matchAll(REFERENCE)) {
      const value = this.#referred(name!, path!);
      if (typeof value === 'object' && value !== null)
        throw new RequestError(
          400,
          'PROCESSING_HALTED',
          `Invalid reference specified. ${shown(name!, path!)} is a list or an object, which cannot be inserted into text`,
        );
      const added = String(value).length;
      length += added - all.length;
      this.#add(added);
    }
    return { length: length + PLAIN, nodes: 0, depth: 0 };
  }

  /** @throws RequestError 413 */
  #add(length: number): void {
    this.#added += length;
    if (++this.#count > MOST.compositeReferences)
      throw tooLarge(`all requests together have more than ${MOST.compositeReferences} references`);
    if (this.#added > this.bodyLimit)
      throw tooLarge(`all requests together are more than ${this.bodyLimit} bytes larger`);
  }

  #extentOf(value: unknown): Extent {
    if (typeof value === 'string') return { length: value.length + PLAIN, nodes: 0, depth: 0 };
    if (typeof value !== 'object' || value === null) return { length: PLAIN, nodes: 0, depth: 0 };
    let extent = this.#extents.get(value);
    if (extent === undefined) this.#extents.set(value, (extent = sum(value, (each) => this.#extentOf(each))));
    return extent;
  }

  /** @throws RequestError 400 */
  #referred(name: string, path: string): unknown {
    let at = this.#answers.get(name);
    if (at === undefined) throw noValue(name);
    for (const step of path.match(/\w+/g) ?? []) {
      if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) throw noValue(shown(name, path));
      at = (at as Record<string, unknown>)[step];
    }
    return at;
  }
}

function sum(value: object, extentOf: (member: unknown) => Extent): Extent {
  let [length, nodes, depth] = [PLAIN, 0, 0];
  const add = (member: unknown, name: string): void => {
    const extent = extentOf(member);
    length += extent.length + name.length;
    nodes += extent.nodes + 1;
    depth = Math.max(depth, extent.depth);
  };
  if (Array.isArray(value)) for (const member of value) add(member, '');
  else for (const [name, member] of Object.entries(value)) add(member, name);
  return { length, nodes, depth: depth + 1 };
}

const shown = (name: string, path: string): string => `${name}${path}`.slice(0, 80);

const noValue = (reference: string): RequestError =>
  new RequestError(
    400,
    'PROCESSING_HALTED',
    `Invalid reference specified. No value for ${reference.slice(0, 80)} found`,
  );

const tooLarge = (why: string): RequestError =>
  new RequestError(413, 'REQUEST_TOO_LARGE', `After references are replaced by their values, ${why}`);
