import type { Caller } from '../caller.js';
import type { CrosswalkPage, CrosswalkQuery, MergeInput, MergeOutput, Merging } from './merge-types.js';
import type { ObjectLimits } from '../review/limited-review.js';

/** `Merging` for a client that may see and change records of some objects only. */
export class LimitedMerging implements Merging {
  constructor(
    private readonly whole: Merging,
    private readonly limits: Pick<ObjectLimits, 'limited' | 'listed'>,
  ) {}

  merge(input: MergeInput, caller: Caller): Promise<MergeOutput> {
    return this.whole.merge(input, this.limits.limited(caller));
  }

  crosswalk(query: CrosswalkQuery): CrosswalkPage {
    return this.whole.crosswalk({ ...query, objectType: this.limits.listed(query.objectType) });
  }
}
