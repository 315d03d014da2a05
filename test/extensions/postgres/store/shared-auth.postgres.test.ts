import { expect, it, onTestFinished } from 'vitest';
import { Auth } from '../../../../src/service/auth/auth.js';
import { addClient, listClients, revokeClient } from '../../../../src/service/auth/client-store.js';
import { SharedFiles } from '../../../../src/service/auth/shared-files.js';
import { rotateKey, SigningKeys } from '../../../../src/service/auth/signing-keys.js';
import { SpentDigests } from '../../../../src/service/auth/spent-digests.js';
import { PostgresHome } from '../../../../src/extensions/postgres/home/postgres-home.js';
import { NodeDatabase } from '../../../../src/extensions/postgres/store/node-database.js';
import { Gate } from '../../../support/gate.js';
import { newFolder } from '../../../support/temporary-folder.js';
import { emptyDatabase, postgres, type TestDatabase } from './postgres.js';

interface Node {
  readonly folder: string;
  readonly files: SharedFiles;
  readonly auth: Auth;
}

/** @param ahead how far its clock is ahead, in milliseconds */
async function openNode(database: TestDatabase, ahead = 0): Promise<Node> {
  const folder = newFolder();
  const shared = await NodeDatabase.open(database.url(), { clock: () => Date.now() + ahead });
  const home = new PostgresHome(shared);
  const files = new SharedFiles(home, folder);
  await files.change(() => new SigningKeys(folder).read());
  const spent = new SpentDigests(home);
  const auth = new Auth({ dataFolder: folder, spent, newest: files, now: shared.clock.now });
  // Ignored: the test may end between two reads.
  const trouble = (): void => undefined;
  files.follow(trouble);
  spent.follow(trouble);
  onTestFinished(async () => {
    files.close();
    spent.close();
    await auth.close();
    await shared.close();
  });
  return { folder, files, auth };
}

async function openNodes(): Promise<[Node, Node]> {
  const database = await emptyDatabase();
  return Promise.all([openNode(database), openNode(database)]);
}

const shop = { name: 'shop', licence: { state: 'valid' } } as const;
const admitted = ({ auth }: Node, token: string): Promise<boolean> =>
  auth.admit(`Bearer ${token}`).then(
    () => true,
    () => false,
  );

postgres.describe('clients and keys of nodes over one database', () => {
  it('nodes that start at once have one key, and a token of one counts at all', async () => {
    const [first, second] = await openNodes();
    expect(second.auth.organisationId).toBe(first.auth.organisationId);
    const { client_id } = await first.files.change(() => addClient(first.folder, shop));
    await second.files.pull();
    expect(await admitted(second, first.auth.issueToken(client_id))).toBe(true);
  });

  it.each([-300_000, 300_000])(
    'nodes go by the clock of the database: one whose own is %i ms ahead admits whom others admit',
    async (ahead) => {
      const database = await emptyDatabase();
      const nodes = [await openNode(database), await openNode(database, ahead)];
      const { client_id } = await nodes[0]!.files.change(() => addClient(nodes[0]!.folder, shop));
      await nodes[1]!.files.pull();
      for (const by of nodes)
        for (const at of nodes) expect(await admitted(at, by.auth.issueToken(client_id))).toBe(true);
    },
  );

  it('changes at several nodes at once are all kept', async () => {
    const nodes = await openNodes();
    await Promise.all(
      Array.from({ length: 10 }, (_, i) => {
        const { files, folder } = nodes[i % 2]!;
        return files.change(() => addClient(folder, { ...shop, name: `client ${i}` }));
      }),
    );
    for (const { files, folder } of nodes) {
      await files.pull();
      expect(new Set(listClients(folder).map(({ name }) => name)).size).toBe(10);
    }
  });

  it('what one node takes away, another one follows: a client, a token, a key', async () => {
    const [first, second] = await openNodes();
    const ids = await first.files.change(() => [1, 2, 3].map(() => addClient(first.folder, shop).client_id));
    await second.files.pull();
    const tokens = ids.map((id) => first.auth.issueToken(id));
    for (const token of tokens) expect(await admitted(second, token)).toBe(true);
    await first.files.change(() => revokeClient(first.folder, ids[0]!));
    await expect.poll(() => admitted(second, tokens[0]!)).toBe(false);
    first.auth.revoke(tokens[1]!);
    await first.auth.settled();
    await expect.poll(() => admitted(second, tokens[1]!)).toBe(false);
    expect(await admitted(second, tokens[2]!)).toBe(true);
    await first.files.change(() => rotateKey(first.folder, 0, Date.now()));
    await expect.poll(() => admitted(second, tokens[2]!)).toBe(false);
  });

  it('a login code that is sent to two nodes at once logs in once', async () => {
    const nodes = await openNodes();
    const { client_id } = await nodes[0].files.change(() => addClient(nodes[0].folder, shop));
    await nodes[1].files.pull();
    for (let round = 0; round < 5; round++) {
      const code = nodes[0].auth.issueLoginCode(client_id);
      const outcomes = await Promise.allSettled(
        nodes.map(async ({ auth }) => {
          auth.grants.login({ code, address: '192.0.2.1' });
          await auth.settled();
        }),
      );
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    }
  });

  it('whom another node knows since just now, every node knows: clients, keys and codes, at once', async () => {
    const [first, second] = await openNodes();
    const form = (client_id: string, client_secret: string) => ({
      form: new Map(Object.entries({ grant_type: 'client_credentials', client_id, client_secret })),
      ...{ authorization: undefined, address: '192.0.2.1', instanceUrl: 'https://a.example', audiences: [] },
    });
    for (let i = 0; i < 30; i++) {
      const added = await first.files.change(() => addClient(first.folder, { ...shop, name: `shop ${i}` }));
      if (i % 3 === 0) {
        const request = form(added.client_id, added.client_secret);
        await second.auth.unknownLogins.lookUp(request);
        expect(second.auth.grants.grant(request).client.client_id).toBe(added.client_id);
      } else if (i % 3 === 1) expect(await admitted(second, first.auth.issueToken(added.client_id))).toBe(true);
      else {
        await first.files.change(() => rotateKey(first.folder, 0, Date.now()));
        expect(await admitted(second, first.auth.issueToken(added.client_id))).toBe(true);
        const code = first.auth.issueLoginCode(added.client_id);
        await second.auth.unknownLogins.lookUp({ code });
        expect(second.auth.grants.login({ code, address: '192.0.2.1' }).client_id).toBe(added.client_id);
        await second.auth.settled();
      }
    }
  });

  it('a flood of unknown clients asks the database once, and nobody who is known waits for it', async () => {
    const [first, second] = await openNodes();
    const { client_id } = await first.files.change(() => addClient(first.folder, shop));
    await second.files.pull();
    let looks = 0;
    const pull = second.files.pull.bind(second.files);
    second.files.close();
    const gate = new Gate();
    second.files.pull = () => (looks++, gate.pass().then(pull));
    const flood = Array.from({ length: 2_000 }, (_, i) =>
      second.auth.unknownLogins.lookUp({ clientId: `nobody ${i}` }),
    );
    await gate.isReached;
    expect(await admitted(second, first.auth.issueToken(client_id))).toBe(true);
    gate.open();
    await Promise.all(flood);
    expect(looks).toBe(1);
  });
});
