import { withoutControls } from '../charts/axis-labels.js';

/** Markup that is safe in a page. Only the functions `html` and `trusted` create such markup. */
export class Html {
  constructor(readonly text: string) {}
}

export type Content = Html | string | number | undefined | readonly Content[];

/** Escapes inserted values, so that they never execute. Only for text and quoted attributes, not scripts or URLs. */
export function html(parts: TemplateStringsArray, ...values: readonly Content[]): Html {
  return new Html(parts.reduce((text, part, i) => text + markupOf(values[i - 1]) + part));
}

/** Marks markup as safe if it was created and escaped elsewhere, such as a chart. */
export function trusted(text: string): Html {
  return new Html(text);
}

function markupOf(content: Content): string {
  if (content === undefined) return '';
  if (content instanceof Html) return content.text;
  if (typeof content === 'object') return content.map(markupOf).join('');
  return escaped(String(content));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return withoutControls(text).replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}
