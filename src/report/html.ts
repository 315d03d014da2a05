import { withoutControls } from '../charts/axis-labels.js';

/** Markup that is safe to put into a page. Made by `html` alone. */
export class Html {
  constructor(readonly text: string) {}
}

export type Content = Html | string | number | undefined | readonly Content[];

/**
 * Markup with values put in as text: whatever they hold, they are shown and never obeyed. Only where text or a quoted
 * attribute stands: not in a script, a style or an address.
 */
export function html(parts: TemplateStringsArray, ...values: readonly Content[]): Html {
  return new Html(parts.reduce((text, part, i) => text + markupOf(values[i - 1]) + part));
}

/** Markup that something else has made and escaped, such as a chart. */
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
