import type { ObjectType } from '../../records/object-type.js';
import type { QueryViews } from './query-views.js';
import type { QueryColumn } from './query-columns.js';
import type { Caller } from '../caller.js';
import type { Locators } from './locator.js';

/** The organisation of an installation, for queries of `Organization`. */
export interface Organisation {
  readonly id: string;
  readonly name: string;
}

export interface QuerySetting {
  readonly organisation: Organisation;
  readonly locators: Locators;
}

export interface QueryRequest extends QuerySetting {
  readonly query: string;
  readonly withDeleted: boolean;
  readonly pageSize: number;
}

export interface SearchRequest extends QuerySetting {
  readonly search: string;
}

/** A page of a query's result in the platform's format. */
export interface QueryPage {
  readonly objectType: string;
  totalSize: number;
  done: boolean;
  records: Record<string, unknown>[];
  /** Locator of the next page. The locator remains valid after writes and restarts. */
  next?: string | undefined;
}

export interface QueryPlan {
  /** `Index` if records are looked up by the first of `fields`; `TableScan` if all records are scanned. */
  readonly leadingOperationType: 'Index' | 'TableScan';
  readonly fields: readonly string[];
  readonly cardinality: number;
  readonly sobjectCardinality: number;
  readonly sobjectType: string;
  /** Fraction of the object's records that are read, 0 to 1. */
  readonly relativeCost: number;
}

export interface Queries {
  readonly running: number;
  show(views: QueryViews): void;
  /**
   * Returns the names of a query's columns, such as `Account.Owner.Name`. The query's rows must not have nested lists.
   * @throws RequestError 400 with the platform's code, including for a query with nested lists
   */
  columns(query: string, caller: Caller): readonly string[];
  /** Returns a query's object and columns without running it. @throws RequestError 400 with the platform's code */
  describe(query: string, caller: Caller): { readonly type: ObjectType; readonly columns: readonly QueryColumn[] };
  /** Returns the plan of a query. Runs the subqueries in its condition. @throws RequestError like `run` */
  explain(request: Omit<QueryRequest, 'pageSize'>, caller: Caller): Promise<QueryPlan>;
  /**
   * Returns records that match a SOSL term, similar records first. @throws RequestError 400 with the fault's position
   */
  search(request: SearchRequest, caller: Caller): Promise<Record<string, unknown>[]>;
  /** @throws RequestError 400 with the platform's code and the position of the fault */
  run(request: QueryRequest, caller: Caller): Promise<QueryPage>;
  /**
   * @param locator `next` of the previous page
   * @throws RequestError 400 `INVALID_QUERY_LOCATOR`
   */
  more(locator: string, setting: QuerySetting, caller: Caller): Promise<QueryPage>;
}
