import type { Endpoint } from '../../http/endpoint.js';
import * as collections from './collection-endpoints.js';
import { deleteRecord, readRecord } from '../../http/endpoints/read-record-endpoint.js';
import { describe, objectBasics, objects } from './describe-endpoints.js';
import { limits } from './limits-endpoint.js';
import { deletedRecords, recordCounts, updatedRecords } from './replication-endpoints.js';
import * as sobjects from './sobject-endpoints.js';
import * as sosl from './sosl-endpoints.js';
import { tree } from './tree-endpoint.js';
import { soqlQuery, soqlQueryAll, soqlQueryAllMore, soqlQueryMore } from './soql-endpoints.js';

export const PLATFORM_RECORD_ENDPOINTS = [
  soqlQuery,
  soqlQueryMore,
  soqlQueryAll,
  soqlQueryAllMore,
  sosl.soslSearch,
  sosl.parameterizedSearch,
  sosl.parameterizedSearchPosted,
  tree,
  objects,
  objectBasics,
  updatedRecords,
  deletedRecords,
  describe,
  sobjects.createRecord,
  sobjects.updateRecord,
  sobjects.readByExternalId,
  sobjects.upsertByExternalId,
  sobjects.deleteByExternalId,
  collections.createRecords,
  collections.updateRecords,
  collections.deleteRecords,
  collections.upsertRecords,
  collections.readRecords,
  collections.readRecordsPosted,
  limits,
  recordCounts,
] as const satisfies readonly Endpoint[];

/** Endpoints that `composite` and `batch` may call. */
export const INNER_ENDPOINTS: readonly Endpoint[] = [...PLATFORM_RECORD_ENDPOINTS, readRecord, deleteRecord];
