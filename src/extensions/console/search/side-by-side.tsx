import type { ObjectDescription, RecordData } from '../api/types.js';
import { TableHead } from '../components/table.js';
import { formatValue } from '../state/number-format.js';
import { texts } from '../texts.js';
import { characterDiff, type Segment } from './character-diff.js';

interface SideBySideProps {
  readonly type: ObjectDescription;
  readonly searched: ReadonlyMap<string, string>;
  readonly stored: RecordData;
}

export function SideBySide({ type, searched, stored }: SideBySideProps) {
  const fields = type.fields.filter(({ name }) => searched.has(name));
  return (
    <section class="card">
      <h2>{texts.search.sides}</h2>
      <table class="sides">
        <TableHead labels={[texts.search.field, texts.search.sent, texts.search.stored]} />
        <tbody>
          {fields.map(({ name, label }) => {
            const [left, right] = [searched.get(name) ?? '', formatValue(stored[name])];
            const [a, b] = characterDiff(left, right);
            const style = left.toLowerCase() === right.toLowerCase() ? 'same' : undefined;
            return (
              <tr key={name}>
                <td>{label}</td>
                <td class={style}>{marked(a)}</td>
                <td class={style}>{right === '' ? <span class="soft">{texts.search.blank}</span> : marked(b)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

/** Marks characters that only one side has. */
export const marked = (segments: readonly Segment[]) =>
  segments.map(({ text, same }, i) => (same ? text : <mark key={i}>{text}</mark>));
