/**
 * Images: what an index holds, as plain objects whose bulk is typed arrays. The arrays of an image are those of the
 * index itself, not copies: an image is good until the index changes. It goes to other threads (`share`) and into
 * snapshots.
 */
export type Bulk = Int32Array | Uint32Array | Uint8Array;

export function isBulk(value: unknown): value is Bulk {
  return value instanceof Int32Array || value instanceof Uint32Array || value instanceof Uint8Array;
}

/** The same image with other arrays. `change` must keep each array's kind. */
export function mapBulk<Image>(image: Image, change: (array: Bulk) => Bulk): Image {
  const map = (value: unknown): unknown => {
    if (isBulk(value)) return change(value);
    if (Array.isArray(value)) return value.map(map);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, map(each)]));
  };
  return map(image) as Image;
}

/**
 * The same image in memory that threads share; what is there already is not copied. Of fixed size: what can grow is many
 * times slower to read.
 */
export function share<Image>(image: Image): Image {
  return mapBulk(image, (array) => {
    if (array.buffer instanceof SharedArrayBuffer) return array;
    const memory = new SharedArrayBuffer(array.byteLength);
    const copy =
      array instanceof Uint8Array
        ? new Uint8Array(memory)
        : array instanceof Int32Array
          ? new Int32Array(memory)
          : new Uint32Array(memory);
    copy.set(array);
    return copy;
  });
}
