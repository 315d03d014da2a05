export interface Weighed {
  readonly value: number;
  readonly weight: number;
}

/** Pool adjacent violators (Ayer et al. 1955): the descending values nearest to the given ones. */
export function poolFalling(values: readonly Weighed[]): number[] {
  const blocks: { sum: number; weight: number; count: number }[] = [];
  for (const { value, weight } of values) {
    blocks.push({ sum: value * weight, weight, count: 1 });
    for (let last = blocks.length - 1; last > 0; last--) {
      const [a, b] = [blocks[last - 1]!, blocks[last]!];
      if (a.sum / a.weight >= b.sum / b.weight) break;
      blocks.splice(last - 1, 2, { sum: a.sum + b.sum, weight: a.weight + b.weight, count: a.count + b.count });
    }
  }
  return blocks.flatMap(({ sum, weight, count }) => new Array<number>(count).fill(sum / weight));
}
