import type { Endpoint } from '../endpoint.js';
import * as collections from './collection-endpoints.js';
import { deleteRecord } from './delete-record-endpoint.js';
import { describe, objectBasics, objects } from './describe-endpoints.js';
import { limits } from './limits-endpoint.js';
import { readRecord } from './read-record-endpoint.js';
import { deletedRecords, recordCounts, updatedRecords } from './replication-endpoints.js';
import * as sobjects from './sobject-endpoints.js';
import * as sosl from './sosl-endpoints.js';
import { tree } from './tree-endpoint.js';
import { soqlQuery, soqlQueryAll, soqlQueryAllMore, soqlQueryMore } from './soql-endpoints.js';

/** Records as clients of the platform use them: may be asked within another request, too. */
export const PLATFORM_ENDPOINTS = [
  soqlQuery,
  soqlQueryMore,
  soqlQueryAll,
  soqlQueryAllMore,
  sosl.soslSearch,
  sosl.parameterizedSearch,
  sosl.parameterizedSearchPosted,
  tree,
  objects,
  // Before the records: `describe` stands where their Ids do.
  objectBasics,
  updatedRecords,
  deletedRecords,
  describe,
  readRecord,
  deleteRecord,
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
