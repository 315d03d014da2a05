/**
 * An image is the contents of an index as plain objects with typed arrays. The arrays are not copied, so an image is
 * valid until the index changes, or longer if its arrays are frozen (`FrozenArrays`). Images are sent to threads
 * (`share`) and written to snapshots.
 */
export type Bulk = Int32Array | Uint32Array | Uint8Array;

export function isBulk(value: unknown): value is Bulk {
  return value instanceof Int32Array || value instanceof Uint32Array || value instanceof Uint8Array;
}

/** Clears parts of an array that must not be copied. @param bytes a copy of the array's bytes, starting at byte `at` */
export type Mask = (bytes: Uint8Array, at: number) => void;
const masks = new WeakMap<Bulk, Mask>();

export function masked<Array extends Bulk>(array: Array, mask: Mask): Array {
  const view = array.subarray() as Array;
  masks.set(view, mask);
  return view;
}

export function maskOf(array: Bulk): Mask | undefined {
  return masks.get(array);
}

export function* arraysIn(image: unknown): Generator<Bulk> {
  if (isBulk(image)) yield image;
  else if (typeof image === 'object' && image !== null) for (const each of Object.values(image)) yield* arraysIn(each);
}

/** Returns the image with each array replaced by `change`, which must keep its type. */
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
 * Returns the image in memory that threads share. Arrays in such memory are not copied. The size is fixed, because
 * growable memory is many times slower to read.
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
    maskOf(array)?.(new Uint8Array(memory), 0);
    return copy;
  });
}
