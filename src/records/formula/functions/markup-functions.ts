import { chargeText } from '../scope.js';
import type { Decimal } from '../decimal.js';
import { FormulaError } from '../errors.js';
import { define, type FormulaFunction } from './formula-function.js';

const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities.get(character) ?? character);
}

function pixels(value: Decimal): string {
  if (value.isNegative() || value.gt(100_000))
    throw new FormulaError('IMAGE: height and width must be from 0 to 100000 pixels');
  return value.toFixed(0);
}

/** Functions that return HTML with escaped arguments, as the platform's API does. Callers must check URLs. */
export const markupFunctions: Readonly<Record<string, FormulaFunction>> = {
  HYPERLINK: define(
    'HYPERLINK(url, friendly_name, [target])',
    ['text', 'text', 'text?'],
    'text',
    (scope, url, label, target) =>
      chargeText(scope, `<a href="${escape(url)}" target="${escape(target ?? '_blank')}">${escape(label)}</a>`),
  ),
  IMAGE: define(
    'IMAGE(image_url, alternate_text, [height, width])',
    ['text', 'text', 'number?', 'number?'],
    'text',
    (scope, url, alternative, height, width) => {
      const sizes = [
        ['height', height],
        ['width', width],
      ] as const;
      const style = sizes
        .map(([name, size]) => (size ? `${name}:${pixels(size)}px;` : ''))
        .join(' ')
        .trim();
      const size = style === '' ? '' : ` style="${style}"`;
      return chargeText(scope, `<img src="${escape(url)}" alt="${escape(alternative)}"${size} border="0"/>`);
    },
  ),
  BR: define('BR()', [], 'text', () => '<br>'),
};
