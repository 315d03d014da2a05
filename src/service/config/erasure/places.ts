import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { eraseFromGroups } from '../../jobs/erase-from-groups.js';
import { jobsMentioning } from '../../import/bulk-jobs.js';
import { JOBS_ON_THEIR_WAY } from '../../jobs/kept-jobs.js';
import { eraseFromModels } from './erase-from-models.js';
import { eraseFromUploads } from './erase-from-uploads.js';
import type { RestingPlace } from './resting-place.js';

/**
 * All places where the service stores data, and how an erasure treats them. `test/cli/erase.postgres.test.ts` fails for
 * a document, file or table that is not in this list.
 */
export const PLACES: readonly RestingPlace[] = [
  {
    name: 'records, history, suspected pairs, decisions and stored responses',
    files: [/^snapshot-\d+\.log$/, /^journal-\d+\.(?:log|fence)$/, /^index\.snapshot(?:\.tmp)?$/],
    tables: [/^(?:commits|snapshots|snapshot_parts|head|index_images|index_image_parts)$/],
    erasedBy: 'store',
    why: 'the log is compacted, and saved indexes are removed',
  },
  {
    name: 'records that exceed the memory limit and are therefore on disk',
    files: [/^records-[0-9a-f-]{36}\.pages$/],
    erasedBy: 'store',
    why: 'the file is removed when its process exits or at the next start',
  },
  {
    name: 'tables for SQL queries',
    tables: [/^(?:record|part)_/, /^history(?:_\d+)?$/, /^sql_(?:tables|readers)$/],
    erasedBy: 'store',
    why: 'the erasure also removes the rows of the record',
  },
  {
    name: 'groups of duplicates',
    documents: [/^jobs\/(?:progress\/)?job-\d+\.json$/],
    files: [/^jobs\/job-\d+\.(?:groups|merges)$/, /^jobs-on-their-way\//],
    tables: [/^job_(?:work|shares|pieces)$/],
    erasedBy: 'place',
    why: 'the record is removed from its groups, which keep their numbers; a running job restarts',
    async erase(store, { recordId }) {
      await eraseFromGroups(store.home, recordId);
      // A running service or node removes its own files when the job restarts.
      if (!store.home.isShared && store.service === undefined)
        await rm(join(store.folder, JOBS_ON_THEIR_WAY), { recursive: true, force: true });
      return [];
    },
  },
  {
    name: 'uploaded files and their results',
    documents: [/^files\/(?:file-\d+\/(?:file|counts|told)|arriving\/file-\d+|last)\.json$/],
    files: [/^files\/file-\d+\//, /^files-on-their-way\//],
    erasedBy: 'place',
    why: 'a file that mentions the record is removed with its results, and its work is cancelled',
    erase: eraseFromUploads,
  },
  {
    name: 'jobs of the bulk interface',
    documents: [/^bulk-jobs\/(?:750[A-Za-z0-9]{15}|index)\.json$/],
    erasedBy: 'place',
    why: 'a job whose query mentions the record is removed',
    async erase({ home }, searched) {
      const done: string[] = [];
      for (const { id, clientId, name } of await jobsMentioning(home, (text) => searched.mentionedBy(text))) {
        await home.remove(name);
        done.push(`removed the query job ${id} of client ${clientId}: it mentions the record`);
      }
      return done;
    },
  },
  {
    name: 'models of learned scenarios',
    documents: [/^proposals\/\w+\.json$/, /^scenario-versions\/[0-9a-f]+\/\d+\.json$/, /^configurations\/\d+\.json$/],
    files: [/^configuration\//, /^configurations\/[0-9a-f]+\.files$/],
    erasedBy: 'place',
    why: 'common values of the record are replaced by their digests, even in the configuration folder',
    erase: eraseFromModels,
  },
  {
    name: 'earlier survivorship rules, filters, lists and schedules',
    documents: [/^part-versions\/[0-9a-f]+\/\d+\.json$/],
    erasedBy: 'none',
    why: 'people write them, and the service adds no values of records',
  },
  {
    name: 'rejected rows of imports, files that a repair moved aside, and changes that the log has lost',
    files: [/^[^/]+\.rejects\.csv$/, /^damaged-\d+\//, /^diverged-/],
    erasedBy: 'hand',
    why: 'a person must decide what is still needed',
  },
  {
    name: 'webhooks',
    documents: [/^webhooks\/[^/]+\.json$/, /^webhook-orders\/\d+-[0-9a-f]{8}\.json$/],
    erasedBy: 'none',
    why: 'waiting events and dead letters contain only change numbers; values are read from the history when they are sent',
  },
  {
    name: 'the audit log',
    documents: [/^audit\.head$/],
    files: [/^audit\.log$/],
    erasedBy: 'none',
    why: 'it contains Ids and names of settings but no values, so that the erasure can be proved',
  },
  {
    name: 'erasures that are not complete',
    documents: [/^erasures\/[A-Za-z0-9]{18}\.json$/],
    erasedBy: 'none',
    why: 'they contain only Ids and are removed when the erasure is complete',
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
    why: 'they contain rights of clients, but no records',
  },
  {
    name: 'states of nodes',
    documents: [/^configured-nodes\/[0-9a-f-]+\.json$/],
    files: [/^lock$/, /\.lock$/, /^identity\.json$/, /^ids\.seen(?:\.new)?$/],
    tables: [/^(?:nodes|leases|decider_wishes|migrations)$/],
    erasedBy: 'none',
    why: 'they contain names, positions and times',
  },
];

export const OUT_OF_REACH: readonly string[] = [
  'backups, exports and other files that commands wrote elsewhere: remove them, or erase again after a restore',
  'configuration files that people wrote (filters, lists) and their earlier versions: they are not changed',
  'data already sent to clients, webhooks and external logs',
];

export const OUT_OF_REACH_IN_A_DATABASE: readonly string[] = [
  'the WAL, replicas and base backups of the database (until they are recycled), and its pages (until they are vacuumed)',
  'data folders of other nodes: remove diverged-* files, which contain changes that the log has lost; a stopped node replaces its configuration when it starts',
];
