/** A decimal without its point, as columns hold it: a number of 64 bits, or bytes from the highest on. */
export type Unscaled = number | bigint | Uint8Array;

/** A decimal as text, each of its digits as it was told, without zeros behind the last other digit of its fraction. */
export function decimalText(unscaled: Unscaled, scale: number): string {
  const value = unscaled instanceof Uint8Array ? wholeNumber(unscaled) : BigInt(unscaled);
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0');
  const point = digits.length - scale;
  let end = digits.length;
  while (end > point && digits[end - 1] === '0') end--;
  const fraction = end > point ? `.${digits.slice(point, end)}` : '';
  return `${value < 0n ? '-' : ''}${digits.slice(0, point)}${fraction}`;
}

function wholeNumber(bytes: Uint8Array): bigint {
  const digits = Buffer.from(bytes).toString('hex');
  return BigInt.asIntN(bytes.length * 8, BigInt(`0x${digits || '0'}`));
}
