import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { AUDIT_FILE, AUDIT_HEAD } from '../../../service/auth/audit-chain.js';
import { inTemporaryFolder } from '../../../runtime/make-folder.js';
import type { Document, HomeDocuments } from '../../../store/home/home.js';
import { VERSION_FOLDERS } from '../../../service/config/part-versions.js';
import { PLACES } from '../../../service/config/erasure/places.js';

/** Folders moved with the records. Versions of the configuration are not moved, because a data folder has none. */
const FOLDERS = ['proposals', ...VERSION_FOLDERS, 'webhooks', 'webhook-orders', 'jobs', 'files', 'bulk-jobs'];
/** Names of documents about running work, which are not moved. */
const FLEETING = /^(?:files\/arriving|jobs\/progress)\/|\/told\.json$/;

const isDocument = (name: string): boolean =>
  PLACES.some(({ documents = [] }) => documents.some((each) => each.test(name)));
const isMovedDocument = (name: string): boolean => isDocument(name) && !FLEETING.test(name);
const isMovedContent = (name: string): boolean => !isDocument(name);

/** Copies the audit log, proposals, earlier scenarios, webhook state, jobs and uploads. */
export function copyHome(from: HomeDocuments, to: HomeDocuments): Promise<void> {
  return inTemporaryFolder('move', async (folder) => {
    const path = join(folder, 'content');
    for (const name of await contentsOf(from)) {
      const file = await open(path, 'w', 0o600);
      try {
        for await (const piece of from.pieces(name)) await file.appendFile(piece);
      } finally {
        await file.close();
      }
      await to.takeOver(name, path);
    }
    for (const { name, content } of await documentsOf(from)) await to.write(name, content);
  });
}

export async function digestsOfHome(home: HomeDocuments): Promise<ReadonlyMap<string, string>> {
  const digests = new Map<string, string>();
  for (const { name, content } of await documentsOf(home))
    digests.set(name, createHash('sha256').update(content).digest('hex'));
  for (const name of await contentsOf(home)) {
    const hash = createHash('sha256');
    for await (const piece of home.pieces(name)) hash.update(piece);
    digests.set(name, hash.digest('hex'));
  }
  return digests;
}

async function documentsOf(home: HomeDocuments): Promise<Document[]> {
  const head = await home.read(AUDIT_HEAD);
  const found: Document[] = head === undefined ? [] : [head];
  for (const folder of FOLDERS) found.push(...(await home.list(folder, isMovedDocument)));
  return found;
}

async function contentsOf(home: HomeDocuments): Promise<string[]> {
  const found: string[] = (await home.size(AUDIT_FILE)) === undefined ? [] : [AUDIT_FILE];
  for (const folder of FOLDERS) found.push(...(await home.contents(folder, isMovedContent)));
  return found;
}
