/**
 * Images: what an index holds, as plain objects whose bulk is typed arrays. The arrays of an image are those of the
 * index itself, not copies: an image is good until the index changes, unless they are frozen (`FrozenArrays`). It goes
 * to other threads (`share`) and into snapshots.
 */
export type Bulk = Int32Array | Uint32Array | Uint8Array;

export function isBulk(value: unknown): value is Bulk {
  return value instanceof Int32Array || value instanceof Uint32Array || value instanceof Uint8Array;
}

/** Blanks what is not to be copied of an array. @param bytes a copy of some of its bytes, from byte `at` on */
export type Mask = (bytes: Uint8Array, at: number) => void;
const masks = new WeakMap<Bulk, Mask>();

/** The same array for an image, of which not everything is to be copied. */
export function masked<Array extends Bulk>(array: Array, mask: Mask): Array {
  const view = array.subarray() as Array;
  masks.set(view, mask);
  return view;
}

export function maskOf(array: Bulk): Mask | undefined {
  return masks.get(array);
}

/** All arrays of an image. */
export function* arraysIn(image: unknown): Generator<Bulk> {
  if (isBulk(image)) yield image;
  else if (typeof image === 'object' && image !== null) for (const each of Object.values(image)) yield* arraysIn(each);
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
 * The same image in memory that threads share; what is there already is not copied. Of fixed size: what can grow is
 * many times slower to read.
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
