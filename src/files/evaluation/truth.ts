export interface Truth {
  /** Keys of pairs that are the same person or company. */
  readonly same: ReadonlySet<string>;
  /** Keys of pairs that are known to be different; `undefined` if every pair outside `same` is different. */
  readonly different: ReadonlySet<string> | undefined;
}

export interface Label {
  readonly id1: string;
  readonly id2: string;
  readonly isSame: boolean;
}

/** Only labelled pairs count if some are labelled different. A list that has only matches is treated as complete. */
export function truthOfLabels(labels: Iterable<Label>): Truth {
  const same = new Set<string>();
  const different = new Set<string>();
  for (const { id1, id2, isSame } of labels) {
    const key = pairKey(id1, id2);
    if ((isSame ? different : same).has(key)) {
      throw new Error(`the pair ${id1}, ${id2} is labelled both as a match and as not a match`);
    }
    (isSame ? same : different).add(key);
  }
  return { same, different: different.size === 0 ? undefined : different };
}

/** Returns the truth of clusters. Records in different clusters are different. @param clusters cluster by record Id */
export function truthOfClusters(clusters: ReadonlyMap<string, string>): Truth {
  const members = new Map<string, string[]>();
  for (const [id, cluster] of clusters) {
    const of = members.get(cluster);
    if (of === undefined) members.set(cluster, [id]);
    else of.push(id);
  }
  const same = new Set<string>();
  for (const ids of members.values()) {
    ids.forEach((a, i) => {
      for (const b of ids.slice(i + 1)) same.add(pairKey(a, b));
    });
  }
  return { same, different: undefined };
}

/** Returns whether a pair is a match; `undefined` if it has no label. */
export function judge(truth: Truth, key: string): boolean | undefined {
  if (truth.same.has(key)) return true;
  return truth.different === undefined || truth.different.has(key) ? false : undefined;
}

/** Returns the same key for both orders. Ids do not contain U+0000, because CSV files and the platform forbid it. */
export function pairKey(a: string, b: string): string {
  return a < b ? `${a}\u0000${b}` : `${b}\u0000${a}`;
}

export function idsOf(key: string): [string, string] {
  const at = key.indexOf('\u0000');
  return [key.slice(0, at), key.slice(at + 1)];
}
