/** A client's request and its node. */
export interface Asked {
  readonly session: number;
  /** The last node, if several were tried. */
  readonly node: number;
  /** Milliseconds of this process's clock, comparable within a history. */
  readonly begun: number;
  /** Minimum position of the response; the session has already seen earlier positions. */
  readonly atLeast: number;
  /** Era of this position. Default: the first era. */
  readonly era?: number;
  /** Whether the load balancer considered the node ready. Default: true. */
  readonly isReady?: boolean;
}

export interface Answered {
  /** Absent if there was no response, or if the result of one of several attempts is unknown. */
  readonly status: number | undefined;
  readonly text: string;
  /** Infinity: no response. */
  readonly ended: number;
  /** The position in the response. */
  readonly position: number | undefined;
}

/** A contact as shown by a node. */
export interface ShownRow {
  readonly Id: string;
  readonly Email?: string | undefined;
  readonly LastName?: string | undefined;
  readonly Title?: string | undefined;
}

export type Wish =
  /** All sessions may send the same person. */
  | {
      readonly kind: 'save';
      readonly email: string;
      readonly result?: { readonly id: string; readonly isCreated: boolean };
      /** The first response, if the request was already executed with the same key. */
      readonly first?: { readonly id: string; readonly isCreated: boolean; readonly era: number };
    }
  /** Writes a unique value to this person's record. `isMissing`: the response was that there is no such record. */
  | {
      readonly kind: 'write';
      readonly id: string;
      readonly value: string;
      readonly email?: string;
      readonly isMissing?: boolean;
    }
  /** `row` is absent if there is no such record. */
  | { readonly kind: 'read'; readonly id: string; readonly row?: ShownRow | undefined }
  | { readonly kind: 'search'; readonly email: string; readonly found?: readonly string[] }
  /** Creates several records in one request. Only this session merges them. */
  | { readonly kind: 'gather'; readonly name: string; readonly ids?: readonly string[] }
  /** Merges them into the first. `isNothing`: the response was that they are already merged. */
  | { readonly kind: 'merge'; readonly ids: readonly string[]; readonly isNothing?: boolean }
  /** Undoes the merge. */
  | { readonly kind: 'part'; readonly ids: readonly string[] }
  /** All contacts of a node that is ready before and after the request. `upTo` is the node's position afterwards. */
  | { readonly kind: 'picture'; readonly rows: readonly ShownRow[]; readonly upTo: number };

export type Operation = Asked & Answered & Wish;

export type OperationOf<Kind extends Wish['kind']> = Extract<Operation, { kind: Kind }>;
