import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { eraseFromGroups } from '../../jobs/erase-from-groups.js';
import { removeMentioning } from '../../import/bulk-jobs.js';
import { JOBS_ON_THEIR_WAY } from '../../jobs/kept-jobs.js';
import { eraseFromModels } from './erase-from-models.js';
import { eraseFromUploads } from './erase-from-uploads.js';
import type { RestingPlace } from './resting-place.js';

/**
 * Every place where the service stores data, and how an erasure reaches it. `test/cli/erase.postgres.test.ts` fails for
 * documents, files and tables without a place.
 */
export const PLACES: readonly RestingPlace[] = [
  {
    name: 'records, history, suspected pairs, decisions and remembered answers',
    documents: [],
    files: [/^snapshot-\d+\.log$/, /^journal-\d+\.(?:log|fence)$/, /^index\.snapshot(?:\.tmp)?$/],
    tables: [/^(?:commits|snapshots|snapshot_parts|head|index_images|index_image_parts)$/],
    erasedBy: 'store',
    why: 'the log is compacted, and indexes that were kept are removed',
  },
  {
    name: 'records that memory has no room for',
    documents: [],
    files: [/^records-[0-9a-f-]{36}\.pages$/],
    tables: [],
    erasedBy: 'store',
    why: 'the file is removed with its process, and one that was left behind at the next start',
  },
  {
    name: 'tables for who reads by SQL',
    documents: [],
    files: [],
    tables: [/^(?:record|part)_/, /^history(?:_\d+)?$/, /^sql_(?:tables|readers)$/],
    erasedBy: 'store',
    why: 'the commit of the erasure takes the rows of the record out of them',
  },
  {
    name: 'groups of duplicates',
    documents: [/^jobs\/(?:progress\/)?job-\d+\.json$/],
    files: [/^jobs\/job-\d+\.(?:groups|merges)$/, /^jobs-on-their-way\//],
    tables: [/^job_(?:work|shares|pieces)$/],
    erasedBy: 'place',
    why: 'groups keep their numbers and lose the member; a job that runs begins anew',
    async erase(store, { recordId }) {
      await eraseFromGroups(store.home, recordId);
      // No service has the folder open; nodes of a database remove theirs when their job restarts.
      if (store.kind === 'folder') await rm(join(store.data, JOBS_ON_THEIR_WAY), { recursive: true, force: true });
      return [];
    },
  },
  {
    name: 'files that were sent, and what came of them',
    documents: [/^files\/(?:file-\d+\/(?:file|counts|told)|arriving\/file-\d+|last)\.json$/],
    files: [/^files\/file-\d+\//, /^files-on-their-way\//],
    tables: [],
    erasedBy: 'place',
    why: 'a file that mentions the record is removed with its results, and its work ends',
    erase: eraseFromUploads,
  },
  {
    name: 'jobs of the bulk interface',
    documents: [/^bulk-jobs\/(?:750[A-Za-z0-9]{15}|index)\.json$/],
    files: [],
    tables: [],
    erasedBy: 'place',
    why: 'a job whose query mentions the record is removed',
    async erase({ home }, searched) {
      const removed = await removeMentioning(home, (text) => searched.mentionedBy(text));
      return removed.map(
        ({ id, clientId }) => `removed the query job ${id} of client ${clientId}: it mentions the record`,
      );
    },
  },
  {
    name: 'models of learned scenarios',
    documents: [/^proposals\/\w+\.json$/, /^scenario-versions\/[0-9a-f]+\/\d+\.json$/, /^configurations\/\d+\.json$/],
    files: [/^configuration\//, /^configurations\/[0-9a-f]+\.files$/],
    tables: [],
    erasedBy: 'place',
    why: 'frequent values that the record holds are replaced by their digests, in the configuration folder too',
    erase: eraseFromModels,
  },
  {
    name: 'earlier survivorship rules, filters, lists and schedules',
    documents: [/^part-versions\/[0-9a-f]+\/\d+\.json$/],
    files: [],
    tables: [],
    erasedBy: 'none',
    why: 'people wrote them, and no value of a record is put there',
  },
  {
    name: 'rows that an import rejected, what a repair moved aside, or what a node held beyond the common log',
    documents: [],
    files: [/^[^/]+\.rejects\.csv$/, /^damaged-\d+\//, /^diverged-/],
    tables: [],
    erasedBy: 'hand',
    why: 'nobody but people can tell what of it is still wanted',
  },
  {
    name: 'webhooks',
    documents: [/^webhooks\/[^/]+\.json$/, /^webhook-orders\/\d+-[0-9a-f]{8}\.json$/],
    files: [],
    tables: [],
    erasedBy: 'none',
    why: 'waiting events and dead letters are numbers of changes, which are read from the history when they are sent',
  },
  {
    name: 'the audit log',
    documents: [/^audit\.head$/],
    files: [/^audit\.log$/],
    tables: [],
    erasedBy: 'none',
    why: 'it holds Ids and names of settings, never values: that a record was erased stays provable',
  },
  {
    name: 'clients, keys, tokens',
    documents: [/^shared\/(?:clients\.json|signing\.key|webhooks\.secrets)$/],
    files: [
      /^(?:clients\.json|signing\.key|webhooks\.secrets)$/,
      /^(?:tokens\.revoked|assertions\.used|logins\.used)$/,
    ],
    tables: [/^spent$/],
    erasedBy: 'none',
    why: 'they are about who may call',
  },
  {
    name: 'what nodes know of each other',
    documents: [/^configured-nodes\/[0-9a-f-]+\.json$/],
    files: [/^lock$/, /\.lock$/, /^identity\.json$/, /^ids\.seen(?:\.new)?$/],
    tables: [/^(?:nodes|leases|decider_wishes|migrations)$/],
    erasedBy: 'none',
    why: 'names, positions and times',
  },
];

/** Places that no erasure reaches, for the message. */
export const OUT_OF_REACH: readonly string[] = [
  'backups, exports and other files that commands wrote elsewhere: remove them, or erase from what is restored',
  'files of the configuration that people wrote (filters, lists), and their earlier versions: no value is changed there',
  'what was answered or sent already: to clients, webhooks and logs of others',
];

export const OUT_OF_REACH_IN_A_DATABASE: readonly string[] = [
  'WAL, replicas and base backups of the database until they are recycled, and its pages until they are vacuumed',
  'folders of other nodes: diverged-* files hold what a node knew beyond the common log, remove them there; a node that does not run replaces its configuration at its next start',
];
