import { createHash } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { serveForAll } from './serve.js';

let page: string;
let policy: string;
const served = serveForAll();
beforeAll(async () => {
  const reply = await served.call('GET', '/docs', { headers: { authorization: undefined } });
  page = reply.text;
  policy = reply.headers.get('content-security-policy')!;
});

it('every link of the page has its target, and every operation and schema its anchor', async () => {
  const anchors = new Set([...page.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]!));
  const links = [...page.matchAll(/href="#([^"]+)"/g)].map((match) => match[1]!);
  expect(links.length).toBeGreaterThan(40);
  for (const link of links) expect(anchors).toContain(link);
  const document = JSON.parse((await served.call('GET', '/openapi.json')).text) as {
    paths: Record<string, Record<string, { operationId: string }>>;
    components: { schemas: object };
  };
  const operations = Object.values(document.paths).flatMap((verbs) => Object.values(verbs));
  for (const { operationId } of operations) expect(anchors).toContain(operationId);
  for (const name of Object.keys(document.components.schemas)) expect(anchors).toContain(name);
});

it('says what each field of both endpoints means, how to log in, and what an answer looks like', () => {
  for (const text of ['scenarioIds', 'duplicateScore', 'referenceField', 'objectPrefix', 'filterDeveloperName'])
    expect(page).toMatch(new RegExp(`<td><code>${text}</code></td><td>.+?</td><td>(yes|no)</td><td>\\w`));
  expect(page).toContain('grant_type=client_credentials');
  expect(page).toContain('&quot;isCreated&quot;: true');
  expect(page).toContain('&quot;scenarioScores&quot;');
});

it('has no script, and its one style is the one that the policy names', () => {
  expect(page).not.toMatch(/<script|javascript:|style=/i);
  const [, style] = /<style>([^]*?)<\/style>/.exec(page)!;
  const digest = createHash('sha256').update(style!).digest('base64');
  expect(policy).toContain(`style-src 'self' 'sha256-${digest}'`);
  expect(policy).not.toContain('unsafe-inline');
});
