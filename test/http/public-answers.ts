import type { Served } from './serve.js';
import { lead, SEARCH, UPSERT } from './serve.js';

const upsert = JSON.stringify({ input: { objectType: 'Lead', objectData: lead(), duplicateCheck: false } });
const search = JSON.stringify({ objectPrefix: '00Q', objectData: lead() });

/** Responses that clients without the scope `admin` can get in an error state, and metrics, by request. */
export async function publicAnswers(served: Served): Promise<Map<string, string>> {
  const { client_id } = served.addClient({ scopes: ['search', 'upsert', 'read'] });
  const plain = `Bearer ${served.auth.issueToken(client_id)}`;
  const asked: readonly (readonly [method: string, path: string, by: string | undefined, body?: string])[] = [
    ...['/healthz', '/readyz', '/readyz?for=search'].flatMap((path) =>
      [undefined, 'Bearer x', 'Basic x', plain].map((by) => ['GET', path, by] as const),
    ),
    ...[undefined, 'Bearer x', plain].flatMap((by) => [
      ['POST', UPSERT, by, upsert] as const,
      ['POST', SEARCH, by, search] as const,
      ['GET', '/metrics', by] as const,
    ]),
    ['GET', '/metrics', `Bearer ${served.token}`],
  ];
  const answers = new Map<string, string>();
  for (const [method, path, authorization, body] of asked) {
    const headers = { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) };
    const reply = await served.call(method, path, { headers, body });
    const by = authorization === undefined ? 'nobody' : authorization.length > 10 ? 'a token' : authorization;
    answers.set(
      `${method} ${path} by ${by}${authorization === plain ? ' without admin' : ''}`,
      [reply.status, ...[...reply.headers].flat(), reply.text].join('\n'),
    );
  }
  return answers;
}
