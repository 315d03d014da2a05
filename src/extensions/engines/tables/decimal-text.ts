/** The unscaled integer of a decimal: a 64-bit number, or big-endian bytes. */
export type Unscaled = number | bigint | Uint8Array;

/** Formats a decimal exactly, without trailing zeros in the fraction. */
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
