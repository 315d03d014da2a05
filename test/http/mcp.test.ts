import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SCOPES, type Scope } from '../../src/service/auth/scopes.js';
import { serveForAll } from './serve.js';

const LAUNCHER = fileURLToPath(new URL('../../src/cli/launch/likeness.mjs', import.meta.url));

describe('an assistant with the official client of the Model Context Protocol', () => {
  const served = serveForAll();

  const tokenWith = (scopes: readonly Scope[]) => served.auth.issueToken(served.addClient({ scopes }).client_id);

  async function overHttp(scopes: readonly Scope[]): Promise<Client> {
    const headers = { authorization: `Bearer ${tokenWith(scopes)}` };
    return connected(new StreamableHTTPClientTransport(new URL(`${served.url}/mcp`), { requestInit: { headers } }));
  }
  async function overStdio(scopes: readonly Scope[]): Promise<Client> {
    const env = { ...(process.env as Record<string, string>), LIKENESS_TOKEN: tokenWith(scopes) };
    return connected(
      new StdioClientTransport({ command: process.execPath, args: [LAUNCHER, 'mcp', '--url', served.url], env }),
    );
  }
  async function connected(transport: Parameters<Client['connect']>[0]): Promise<Client> {
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(transport);
    onTestFinished(() => client.close());
    return client;
  }
  interface Called {
    text: string;
    isError: boolean;
    data: Record<string, unknown>;
  }
  async function call(client: Client, name: string, args: Record<string, unknown>): Promise<Called> {
    const { content, isError, structuredContent } = await client.callTool({ name, arguments: args });
    const [first] = content as { text: string }[];
    return { text: first!.text, isError: isError === true, data: (structuredContent ?? {}) as Record<string, unknown> };
  }

  it.each([
    ['over HTTP', overHttp],
    ['over stdin and stdout', overStdio],
  ])('finds, explains, saves and takes back, %s', async (way, connect) => {
    const client = await connect(SCOPES);
    expect(client.getServerVersion()?.name).toBe('likeness');
    const values = {
      FirstName: 'Ingrid',
      LastName: way === 'over HTTP' ? 'Solberg' : 'Amundsen',
      Email: `${way.length}@example.org`,
    };
    const created = await call(client, 'upsert', { objectType: 'Contact', values });
    expect(created.text).toMatch(/^Created 003/);
    const id = String(created.data['objectId']);
    expect((await call(client, 'upsert', { objectType: 'Contact', values: { ...values, Title: 'Dr.' } })).text).toBe(
      `Updated ${id}, a duplicate: no new record was created.`,
    );
    const found = await call(client, 'search', { objectType: 'contact', values });
    expect(found.text).toContain(`${values.FirstName} ${values.LastName}, ${id}: 100 %`);
    const explained = await call(client, 'explain', { objectType: 'Contact', values, recordId: id });
    expect(explained.text).toMatch(/^The score is 100 %\.[^]*Email agrees/);
    expect((await call(client, 'read_record', { objectType: 'Contact', recordId: id })).data).toMatchObject({
      Title: 'Dr.',
    });
    const { data } = await call(client, 'query', { query: `SELECT Id FROM Contact WHERE Email = '${values.Email}'` });
    expect(data).toMatchObject({ totalSize: 1, records: [{ Id: id }] });
    const history = await served.likeness.history(id, { page: 1, pageSize: 10 });
    const undone = await call(client, 'undo', { changeId: history.records[0]!.id });
    expect(undone.text).toContain('was undone');
    expect((await call(client, 'read_record', { objectType: 'Contact', recordId: id })).data['Title']).toBeNull();
  });

  it('is shown a merge before it is made', async () => {
    const client = await overHttp(SCOPES);
    const ids: string[] = [];
    for (const Title of ['Dr.', 'Prof.']) {
      const values = { LastName: 'Twofold', Title };
      ids.push(
        String(
          (await call(client, 'upsert', { objectType: 'Contact', values, duplicateCheck: false })).data['objectId'],
        ),
      );
    }
    const plan = await call(client, 'merge', { objectType: 'Contact', recordIds: ids });
    expect(plan.text).toMatch(/^Nothing has changed yet\./);
    expect((await call(client, 'read_record', { objectType: 'Contact', recordId: ids[1]! })).isError).toBe(false);
    const done = await call(client, 'merge', { objectType: 'Contact', recordIds: ids, confirmed: true });
    expect(done.text).toMatch(/^Merged into 003/);
    await call(client, 'undo', { changeId: done.data['changeId'] });
    expect((await call(client, 'read_record', { objectType: 'Contact', recordId: ids[1]! })).isError).toBe(false);
  });

  it('can do nothing else with a token that may only read', async () => {
    const client = await overHttp(['search', 'read']);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual(
      ['describe_objects', 'explain', 'query', 'read_record', 'search', 'suspected_pairs'].sort(),
    );
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
    for (const { name, outputSchema } of (await (await overHttp(SCOPES)).listTools()).tools)
      expect([name, outputSchema]).toEqual([name, expect.objectContaining({ type: 'object' })]);
    const refused = await call(client, 'upsert', { objectType: 'Contact', values: { LastName: 'X' } });
    expect([refused.isError, refused.text]).toEqual([true, expect.stringContaining('not found')]);
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(['likeness://scenarios', 'likeness://objects']);
    const { contents } = await client.readResource({ uri: 'likeness://objects' });
    expect((contents[0] as { text: string }).text).toContain('CampaignMember');
  });

  it('is told in words what it did wrong', async () => {
    const client = await overHttp(SCOPES);
    expect((await call(client, 'query', { query: 'SELECT Foo FROM Contact' })).text).toContain(
      'INVALID_FIELD: \nSELECT Foo',
    );
    expect((await call(client, 'read_record', { objectType: 'Contact', recordId: '003LK0000000009999' })).text).toMatch(
      /^NOT_FOUND/,
    );
    expect((await call(client, 'search', { objectType: 'Contact' })).isError).toBe(true);
    expect((await call(client, 'undo', { changeId: 'change-999999999999' })).isError).toBe(true);
  });

  it('needs a token', async () => {
    const transport = new StreamableHTTPClientTransport(new URL(join(served.url, 'mcp').replace(':/', '://')));
    await expect(new Client({ name: 'test', version: '1.0.0' }).connect(transport)).rejects.toThrow();
  });
});
