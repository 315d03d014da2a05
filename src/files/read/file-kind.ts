/** Files that are not text, by their first bytes. */
const KINDS: readonly (readonly [begins: readonly number[], advice: string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], 'a ZIP archive or an Excel workbook: unpack it, or name it .xlsx'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'an old Excel workbook (.xls): save it as .xlsx or CSV'],
  [[0x25, 0x50, 0x44, 0x46], 'a PDF document: export the table as CSV'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'compressed by zstd: unpack it first'],
  [[0x50, 0x41, 0x52, 0x31], 'a Parquet file: save it as CSV'],
  [[0x53, 0x51, 0x4c, 0x69, 0x74, 0x65], 'an SQLite database: export the table as CSV'],
];

/** The advice; `undefined` for text. */
export function notText(bytes: Buffer): string | undefined {
  const known = KINDS.find(([begins]) => begins.every((byte, i) => bytes[i] === byte));
  if (known !== undefined) return known[1];
  return /^\s*<(?:!doctype html|html|\?xml)/i.test(bytes.toString('latin1', 0, 200))
    ? 'a web page or an XML file: export the table as CSV'
    : undefined;
}

export const isZip = (bytes: Buffer): boolean => notText(bytes) === KINDS[0]![1];

/** Minimum share of control characters in non-text: programs, images and noise have a tenth and more. */
const MOST_CONTROLS = 0.03;
/** Kinds of control characters that separate cells and rows. */
const MOST_SEPARATORS = 3;

/** @param text the start of a file, decoded */
export function isNoText(text: string): boolean {
  // Tabs and line ends are text.
  // eslint-disable-next-line no-control-regex
  const controls = text.match(/[\u0000-\u0008\u000e-\u001f\u007f]/g) ?? [];
  return controls.length > text.length * MOST_CONTROLS && new Set(controls).size > MOST_SEPARATORS;
}
