import { formatList } from '../state/number-format.js';
import { inSentence, say, texts } from '../texts.js';
import type { RowKind, WaterfallRow } from './waterfall-rows.js';

/** Parts of a postal address, as the standard objects name them. */
const ADDRESS = /^(?:Mailing|Other|Billing|Shipping|)(?:Street|City|State|PostalCode|Country)$/u;
const TOLD = ['same', 'similar', 'different', 'missing'] as const;

/** Summarises a waterfall: `Same phone and address; first name differs.` */
export function sentenceOf(rows: readonly WaterfallRow[]): string {
  const compared = rows.filter(({ kind }) => kind === 'same' || kind === 'similar' || kind === 'different');
  if (compared.length === 0) return texts.search.nothingCompared;
  const parts = TOLD.flatMap((kind) => {
    const labels = labelsOf(rows, kind);
    return labels.length === 0 ? [] : [say(texts.search.told[kind], formatList(labels), labels.length)];
  });
  const joined = parts.join('; ');
  const told = `${joined.charAt(0).toUpperCase()}${joined.slice(1)}.`;
  const [only] = compared;
  return compared.length > 1 ? told : `${told} ${say(texts.search.onlyCompared, inSentence(only!.label))}`;
}

/** Returns the labels of a kind. The parts of an address are combined if all have this kind. */
function labelsOf(rows: readonly WaterfallRow[], kind: RowKind): string[] {
  const address = rows.filter(({ name, kind: each }) => ADDRESS.test(name) && each !== 'silent');
  const isWhole = address.length > 1 && address.every((row) => row.kind === kind);
  const others = rows.filter((row) => row.kind === kind && !(isWhole && address.includes(row)));
  const labels = others.map(({ label }) => inSentence(label));
  return isWhole ? [...labels, texts.search.address] : labels;
}
