export interface Tag {
  /** Position of the tag's start. */
  readonly from: number;
  readonly to: number;
  /** Name of the tag with its prefix. */
  readonly name: string;
  /** Whether the tag is self-closing: `<row/>`. */
  readonly isEmpty: boolean;
}

const NAME_ENDS = ' \t\r\n/>';
const SPACES = ' \t\r\n';

/** Finds the next complete opening tag with any prefix; `undefined` if there is none. Skips comments. */
export function nextTag(text: string, from: number, element: string): Tag | undefined {
  for (let at = text.indexOf('<', from); at >= 0;) {
    const end = endOf(text, at);
    if (end < 0) return undefined;
    let [begin, to] = [at + 1, at + 1];
    for (; to < end && !NAME_ENDS.includes(text[to]!); to += 1) if (text[to] === ':') begin = to + 1;
    if (to - begin === element.length && text.startsWith(element, begin))
      return { from: at, to: end, name: text.slice(at + 1, to), isEmpty: text[end - 2] === '/' };
    at = text.indexOf('<', end);
  }
  return undefined;
}

export function* tagsIn(text: string, element: string): Generator<Tag> {
  for (let tag = nextTag(text, 0, element); tag !== undefined; tag = nextTag(text, tag.to, element)) yield tag;
}

/**
 * Returns the end of an element; -1 if it is not closed. The element must not contain an element with the same name.
 */
export function endOfElement(text: string, { to, name, isEmpty }: Tag): number {
  if (isEmpty) return to;
  const close = `</${name}>`;
  const at = text.indexOf(close, to);
  return at < 0 ? -1 : at + close.length;
}

export function replaceElements(text: string, element: string, make: (whole: string, tag: string) => string): string {
  const parts: string[] = [];
  let from = 0;
  for (let tag = nextTag(text, 0, element); tag !== undefined; tag = nextTag(text, from, element)) {
    const end = endOfElement(text, tag);
    if (end < 0) break;
    parts.push(text.slice(from, tag.from), make(text.slice(tag.from, end), text.slice(tag.from, tag.to)));
    from = end;
  }
  return parts.join('') + text.slice(from);
}

/** Returns the value of an attribute; `undefined` if absent. @param name `:id` for any prefix */
export function attributeOf(tag: string, name: string): string | undefined {
  const place = placeOf(tag, name);
  return place && tag.slice(...place);
}

/** Changes an existing attribute of a tag. Returns the tag unchanged if it lacks the attribute. */
export function withAttribute(tag: string, name: string, value: string): string {
  const place = placeOf(tag, name);
  return place === undefined ? tag : tag.slice(0, place[0]) + value + tag.slice(place[1]);
}

function placeOf(tag: string, name: string): [from: number, to: number] | undefined {
  for (let at = tag.indexOf(name); at > 0; at = tag.indexOf(name, at + 1)) {
    if (!name.startsWith(':') && !SPACES.includes(tag[at - 1]!)) continue;
    let i = at + name.length;
    while (SPACES.includes(tag[i] ?? '>')) i += 1;
    if (tag[i] !== '=') continue;
    i += 1;
    while (SPACES.includes(tag[i] ?? '>')) i += 1;
    const to = tag.indexOf(tag[i]!, i + 1);
    return to < 0 || !`"'`.includes(tag[i]!) ? undefined : [i + 1, to];
  }
  return undefined;
}

/** Returns -1 if the tag, comment or unparsed text is incomplete. */
function endOf(text: string, at: number): number {
  for (const [begin, end] of UNPARSED)
    if (text.startsWith(begin, at)) {
      const found = text.indexOf(end, at + begin.length);
      return found < 0 ? -1 : found + end.length;
    }
  let quote = '';
  for (let i = at + 1; i < text.length; i += 1) {
    const character = text[i]!;
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return i + 1;
  }
  return -1;
}

const UNPARSED = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
] as const;
