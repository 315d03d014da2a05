import { Table } from './table.js';
import type { WaterfallOf, WaterfallRow, RowKind } from '../search/waterfall-rows.js';
import { formatDecimal, formatPercent, formatSigned, formatWhole, formatList } from '../state/number-format.js';
import { say, textOf, texts, inSentence } from '../texts.js';

const WIDTH = 1_000;
const HEIGHT = 18;
/** Minimum width of a bar, so that an empty step is visible. */
const LEAST = 3;
/** Thresholds in bits: evidence is strong from odds of 64 to 1, and slight below 4 to 1. */
const [STRONG, SLIGHT] = [6, 2];

interface WaterfallProps {
  readonly of: WaterfallOf;
  /** Headings of the two values. Default: the headings of a search. */
  readonly sides?: readonly [string, string] | undefined;
  readonly caption: string;
}

/** A summary, then a table of the steps with a bar for each step. */
export function Waterfall({ of, sides, caption }: WaterfallProps) {
  const { rows, total, score, threshold, domain, isLearned } = of;
  const [low, high] = domain;
  const x = (value: number): number => ((value - low) / (high - low || 1)) * WIDTH;
  const bar = (from: number, to: number, kind: string) => (
    <rect
      class={kind}
      x={Math.min(x(from), x(to))}
      y={2}
      width={Math.max(LEAST, Math.abs(x(to) - x(from)))}
      height={HEIGHT - 4}
    />
  );
  const drawn = (row: WaterfallRow) => (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      {row.lost > 0 && bar(row.to, Math.min(high, row.to + row.lost), 'lost')}
      {bar(row.from, row.to, row.to >= row.from ? 'plus' : 'minus')}
      <Threshold at={x(threshold)} />
    </svg>
  );
  const silent = rows.filter(({ kind }) => kind === 'silent');
  return (
    <div class="stack tight">
      <p class="gist">{sentenceOf(rows)}</p>
      <table class="waterfall">
        <caption class="hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.search.field}</th>
            {(sides ?? [texts.search.sent, texts.search.stored]).map((side) => (
              <th scope="col" key={side}>
                {side}
              </th>
            ))}
            <th scope="col" colSpan={2}>
              {isLearned ? texts.search.speaks : texts.search.addsPoints}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows
            .filter((row) => row.kind !== 'silent')
            .map((row, i) => (
              <tr key={`${row.label} ${i}`}>
                <td>{row.label}</td>
                <td>{valueOf(row, row.searched)}</td>
                <td>{valueOf(row, row.stored)}</td>
                <td class="bar">{drawn(row)}</td>
                <td class="number">{isLearned ? wordFor(row.to - row.from) : formatSigned(row.to - row.from)}</td>
              </tr>
            ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={3}>{texts.search.total}</td>
            <td class="bar">
              <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
                {bar(0, total, 'whole')}
                <Threshold at={x(threshold)} />
              </svg>
            </td>
            <td class="number">{isLearned ? formatWhole(score) : formatDecimal(total)}</td>
          </tr>
        </tfoot>
      </table>
      {silent.length > 0 && <Silent rows={silent} />}
      <Details of={of} />
    </div>
  );
}

/** Fields without effect, because there was nothing to compare. */
function Silent({ rows }: { readonly rows: readonly WaterfallRow[] }) {
  return (
    <details class="more">
      <summary>{say(texts.search.silent, rows.length, formatWhole(rows.length))}</summary>
      <dl class="values">
        {rows.map(({ label, searched, stored }) => (
          <>
            <dt>{label}</dt>
            <dd class="soft">{say(texts.search.silentBecause, searched !== null, stored !== null)}</dd>
          </>
        ))}
      </dl>
    </details>
  );
}

function Details({ of: { rows, total, isLearned } }: { readonly of: WaterfallOf }) {
  return (
    <details class="more">
      <summary>{texts.search.details}</summary>
      {isLearned && <p class="soft small">{texts.search.evidenceHint}</p>}
      <Table
        name={texts.search.details}
        labels={[texts.search.field, texts.scenarios.method]}
        numbers={[
          texts.search.alike,
          ...(isLearned ? [texts.search.evidence] : [texts.search.weight, texts.search.points]),
        ]}
      >
        {rows.flatMap(({ label, compared, searched, stored, kind, from, to, parts }) =>
          (parts ?? [{ label, effect: to - from }]).map(({ label: name, effect }, i) => (
            <tr key={`${label} ${i}`}>
              <td>{name}</td>
              <td>{compared && (textOf(texts.search.methods, compared.method) ?? compared.method)}</td>
              <td class="number">
                {compared && searched !== null && stored !== null ? formatPercent(compared.similarity) : '–'}
              </td>
              {!isLearned && <td class="number">{compared && formatDecimal(compared.weight)}</td>}
              <td class="number">{kind === 'silent' && effect === 0 ? '–' : formatSigned(effect)}</td>
            </tr>
          )),
        )}
        <tr>
          <td colSpan={isLearned ? 3 : 4}>{texts.search.sum}</td>
          <td class="number">{formatSigned(total)}</td>
        </tr>
      </Table>
    </details>
  );
}

function valueOf({ kind }: WaterfallRow, value: string | null) {
  return value ?? <span class="soft">{kind === 'step' ? '' : texts.search.blank}</span>;
}

function wordFor(bits: number): string {
  const size = Math.abs(bits) >= STRONG ? 'strong' : Math.abs(bits) < SLIGHT ? 'slight' : 'plain';
  return texts.search.speaking[bits < 0 ? 'against' : 'for'][size];
}

function Threshold({ at }: { readonly at: number }) {
  return <line class="threshold" x1={at} x2={at} y1={0} y2={HEIGHT} />;
}

/** Parts of a postal address, as the standard objects name them. */
const ADDRESS = /^(?:Mailing|Other|Billing|Shipping|)(?:Street|City|State|PostalCode|Country)$/u;
const TOLD = ['same', 'similar', 'different', 'missing'] as const;

/** Summarises a waterfall: `Same phone and address; first name differs.` */
function sentenceOf(rows: readonly WaterfallRow[]): string {
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
