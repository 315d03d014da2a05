import type { ColumnSample } from './column-sample.js';
import type { ColumnReading } from './read-columns.js';

/** Returns the column labelled as an Id, if its first rows have no missing or repeated value. */
export function guessId(readings: readonly ColumnReading[], sample: ColumnSample): ColumnReading | undefined {
  return readings.find(({ meaning, look, position }) => {
    const values = sample.values[position]!;
    return meaning === 'id' && look.filled === 1 && new Set(values).size === values.length;
  });
}
