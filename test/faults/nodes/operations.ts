/** A client's request, and the node that it asked. */
export interface Asked {
  readonly session: number;
  /** The last one that it asked, where it asked several. */
  readonly node: number;
  /** Clock of the process that asks: milliseconds, comparable within a history. */
  readonly begun: number;
  /** The answer may not show less than this position; what came before it is known to the session. */
  readonly atLeast: number;
  /** Number of the era that this position is of; absent: the first. */
  readonly era?: number;
  /** Whether the load balancer took the node for ready; absent: it did. */
  readonly isReady?: boolean;
}

export interface Answered {
  /** `undefined`: never answered, or of one of several tries it is not known what came of it. */
  readonly status: number | undefined;
  readonly text: string;
  /** Infinity: never answered. */
  readonly ended: number;
  /** The position that the answer says it shows. */
  readonly position: number | undefined;
}

/** A contact as a node shows it. */
export interface ShownRow {
  readonly Id: string;
  readonly Email?: string | undefined;
  readonly LastName?: string | undefined;
  readonly Title?: string | undefined;
}

export type Wish =
  /** The same person may be sent by all sessions. */
  | {
      readonly kind: 'save';
      readonly email: string;
      readonly result?: { readonly id: string; readonly isCreated: boolean };
      /** The request was carried out before, under the same key: the first answer. */
      readonly first?: { readonly id: string; readonly isCreated: boolean; readonly era: number };
    }
  /** Writes what nobody else ever wrote, on the record of this person; `isMissing`: there is none, was the answer. */
  | {
      readonly kind: 'write';
      readonly id: string;
      readonly value: string;
      readonly email?: string;
      readonly isMissing?: boolean;
    }
  /** `row` is absent where the answer was that there is no such record. */
  | { readonly kind: 'read'; readonly id: string; readonly row?: ShownRow | undefined }
  | { readonly kind: 'search'; readonly email: string; readonly found?: readonly string[] }
  /** Makes several records in one go, which only this session merges. */
  | { readonly kind: 'gather'; readonly name: string; readonly ids?: readonly string[] }
  /** Makes one of them, the first; `isNothing`: they are one already, was the answer. */
  | { readonly kind: 'merge'; readonly ids: readonly string[]; readonly isNothing?: boolean }
  /** Takes that back. */
  | { readonly kind: 'part'; readonly ids: readonly string[] }
  /** All contacts, as a node shows them that says before and after that it is ready; `upTo`: its position after. */
  | { readonly kind: 'picture'; readonly rows: readonly ShownRow[]; readonly upTo: number };

/** One request of a session, and its answer. */
export type Operation = Asked & Answered & Wish;

export type OperationOf<Kind extends Wish['kind']> = Extract<Operation, { kind: Kind }>;
