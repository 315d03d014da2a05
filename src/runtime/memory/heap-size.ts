/** Estimates the bytes of a value and everything it refers to, in 64-bit V8. Counts shared values several times. */
export function heapSize(value: unknown): number {
  if (typeof value === 'string') return 24 + value.length;
  if (typeof value !== 'object' || value === null) return 0;
  if (ArrayBuffer.isView(value)) return 200 + value.byteLength;
  let size = 24;
  if (value instanceof Map || value instanceof Set) {
    size += 100;
    for (const each of value.entries()) for (const part of each) size += 16 + heapSize(part);
    return size;
  }
  if (Array.isArray(value)) size += 24;
  for (const each of Object.values(value)) size += 8 + heapSize(each);
  return size;
}
