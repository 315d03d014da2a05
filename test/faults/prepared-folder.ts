import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Auth } from '../../src/service/auth/auth.js';
import { SCOPES } from '../../src/service/auth/scopes.js';
import { addClient } from '../../src/service/auth/client-store.js';

/** Accounts with a roll-up of their people and an auto-number. */
const OBJECTS = [
  {
    name: 'Account',
    keyPrefix: '001',
    fields: [
      {
        name: 'People__c',
        type: 'summary',
        summary: { object: 'Contact', referenceField: 'AccountId', operation: 'count' },
      },
      { name: 'Number__c', type: 'autoNumber', autoNumber: 'F-{000000}' },
    ],
  },
];

/** Creates a data folder with a configuration. @returns a token of a client with a valid license */
export async function prepareFolder(folder: string): Promise<string> {
  await mkdir(join(folder, 'config'), { recursive: true });
  await writeFile(join(folder, 'config', 'objects.json'), JSON.stringify(OBJECTS));
  const { client_id } = addClient(folder, { name: 'faults', licence: { state: 'valid' }, scopes: SCOPES });
  return new Auth({ dataFolder: folder }).issueToken(client_id);
}
