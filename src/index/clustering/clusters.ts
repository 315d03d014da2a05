/** Connected components, by union-find with path halving. */
export class Clusters {
  readonly #parent: Int32Array;

  constructor(count: number) {
    this.#parent = Int32Array.from({ length: count }, (_, i) => i);
  }

  join(a: number, b: number): void {
    const one = this.root(a);
    const two = this.root(b);
    const [root, joined] = [Math.min(one, two), Math.max(one, two)];
    this.#parent[joined] = root;
  }

  /** Returns groups of two or more rows, ordered by their first row. The rows of a group are ascending. */
  groups(): number[][] {
    // Most rows are in no group, and the root of a group is its first row.
    const byRoot = new Map<number, number[]>();
    for (let row = 0; row < this.#parent.length; row += 1) {
      const root = this.root(row);
      if (root === row) continue;
      const group = byRoot.get(root);
      if (group === undefined) byRoot.set(root, [root, row]);
      else group.push(row);
    }
    return [...byRoot.entries()].sort(([a], [b]) => a - b).map(([, group]) => group);
  }

  root(row: number): number {
    const parent = this.#parent;
    let at = row;
    while (parent[at] !== at) {
      parent[at] = parent[parent[at]!]!;
      at = parent[at]!;
    }
    return at;
  }
}
