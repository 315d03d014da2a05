import type { ObjectType } from '../../records/object-type.js';
import type { QueryViews } from './query-views.js';
import type { QueryColumn } from './query-columns.js';
import type { Caller } from '../likeness.js';

/** The organisation that an installation is, as queries for `Organization` show it. */
export interface Organisation {
  readonly id: string;
  readonly name: string;
}

export interface QueryRequest {
  /** A query of the platform's language. */
  readonly query: string;
  /** Deleted records too, as long as their deletion can be undone. */
  readonly withDeleted: boolean;
  /** Records of a page at the most. */
  readonly pageSize: number;
  readonly organisation: Organisation;
}

/** A search of the platform's language. */
export interface SearchRequest {
  readonly search: string;
  readonly organisation: Organisation;
}

/** One page of what a query gave, as the platform shows it. */
export interface QueryPage {
  totalSize: number;
  done: boolean;
  records: Record<string, unknown>[];
  /** Names the next page, for as long as one likes: it survives writes and restarts. */
  next?: string | undefined;
}

/** How the records of a query are come by. */
export interface QueryPlan {
  /** `Index`: they are looked up by the first of `fields`; `TableScan`: all records of the object are looked at. */
  readonly leadingOperationType: 'Index' | 'TableScan';
  readonly fields: readonly string[];
  /** Records that are looked at, at the most. */
  readonly cardinality: number;
  /** Records of the object. */
  readonly sobjectCardinality: number;
  readonly sobjectType: string;
  /** Share of the object's records that are looked at, 0..1. */
  readonly relativeCost: number;
}

/** Queries of the platform's language (SOQL). */
export interface Queries {
  /** Shows further records to queries. */
  show(views: QueryViews): void;
  /**
   * The columns of a query whose rows are plain records, as a table has them: `Account.Owner.Name`.
   *
   * @throws RequestError 400 with the platform's code; also where a row is no plain record
   */
  columns(query: string, caller: Caller): readonly string[];
  /** The object of a query and its columns, without running it. @throws RequestError 400 with the platform's code */
  describe(query: string, caller: Caller): { readonly type: ObjectType; readonly columns: readonly QueryColumn[] };
  /** How a query would be answered. Queries within its condition are. @throws RequestError as `run` */
  explain(request: Omit<QueryRequest, 'pageSize'>, caller: Caller): Promise<QueryPlan>;
  /**
   * Records in which a term stands, those first that are like it (SOSL).
   *
   * @throws RequestError 400 with the platform's code and the place of the fault
   */
  search(request: SearchRequest, caller: Caller): Promise<Record<string, unknown>[]>;
  /** @throws RequestError 400 with the platform's code and the place of the fault */
  run(request: QueryRequest, caller: Caller): Promise<QueryPage>;
  /**
   * @param locator `next` of the page before
   * @throws RequestError 400 `INVALID_QUERY_LOCATOR`
   */
  more(locator: string, request: Pick<QueryRequest, 'organisation'>, caller: Caller): Promise<QueryPage>;
}
