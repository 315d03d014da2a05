import { expect, it } from 'vitest';
import { createService, LikenessError } from '../../../../src/index.js';
import { done } from '../../../support/command-line.js';
import { fileIn, newFolder } from '../../../support/temporary-folder.js';
import { loseTail } from './lost-tail.js';
import { emptyDatabase, postgres } from './postgres.js';

postgres.describe('the library over a database', () => {
  it('two services over one database find what the other one has saved', async () => {
    const database = await emptyDatabase();
    const [first, second] = await Promise.all([
      createService({ store: database.url() }),
      createService({ store: database.url() }),
    ]);
    const data = { FirstName: 'Berit', LastName: 'Sandvik', Email: 'berit@sandvik.example' };
    const upsert = { objectType: 'Contact', objectData: data, duplicateCheck: true };
    const { objectId } = await first.upsert(upsert);
    expect(await second.upsert(upsert)).toMatchObject({ isCreated: false, objectId });
    await Promise.all([first.close(), second.close()]);
    const later = await createService({ store: database.url() });
    expect([...later.records('Contact')].map((record) => record['Id'])).toEqual([objectId]);
    await later.close();
  });

  it('a service whose database was set back says so, changes nothing, and another one continues', async () => {
    const database = await emptyDatabase();
    const service = await createService({ store: database.url() });
    const contact = (LastName: string) => ({ objectType: 'Contact', objectData: { LastName }, duplicateCheck: false });
    for (const name of ['Sandvik', 'Moor', 'Okafor']) await service.upsert(contact(name));
    await loseTail(database, 1);
    const refused = await service.upsert(contact('Lindqvist')).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(LikenessError);
    expect((refused as LikenessError).message).toMatch(/ends at position 1, but this node has read position 3/);
    expect((refused as LikenessError).cause).toMatchObject({ name: 'DivergedError', position: 3 });
    await service.close();
    const next = await createService({ store: database.url() });
    await next.upsert(contact('Lindqvist'));
    expect([...next.records('Contact')].map((record) => record['LastName'])).toEqual(['Sandvik', 'Lindqvist']);
    await next.close();
  });

  it('a service goes by the configuration that the nodes have, unless it is given one', async () => {
    const database = await emptyDatabase();
    const boat = { name: 'Boat__c', keyPrefix: 'a0B', fields: [{ name: 'Sail__c', type: 'string' }] };
    const folder = newFolder();
    fileIn(folder, 'objects.json', JSON.stringify([boat]));
    await done(['config', 'push', '--store', database.url(), '--config', folder]);
    const service = await createService({ store: database.url() });
    expect([...service.records('Boat__c')]).toEqual([]);
    await service.close();
    const own = await createService({ store: database.url(), config: newFolder() });
    expect(() => [...own.records('Boat__c')]).toThrow();
    await own.close();
  });

  it('an address that is none, or leads nowhere, is refused in words and without its password', async () => {
    await expect(createService({ store: 'mysql://somewhere' })).rejects.toThrow(
      /options\.store: expected a URL such as postgres:/,
    );
    const nowhere = createService({ store: 'postgres://me:secret@127.0.0.1:1/none' });
    await expect(nowhere).rejects.toThrow(
      /options\.store: the database postgres:\/\/me@127\.0\.0\.1:1\/none cannot be used/,
    );
    await expect(createService({ store: 'postgres://here/d', data: 'folder' })).rejects.toThrow(/either data or store/);
  });
});
