import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { fileIn, newFolder } from '../support/temporary-folder.js';
import { serveForTest } from './serve.js';

interface Problem {
  readonly ruleId: string;
  readonly message: string;
  readonly location: readonly { readonly pointer?: string }[];
}

it.each(['3.1', '3.0'])('/openapi.json is OpenAPI %s that the linter finds nothing in', async (version) => {
  const served = await serveForTest();
  const { text } = await served.call('GET', `/openapi.json?version=${version}`);
  const document = JSON.parse(text) as { openapi: string };
  expect(document.openapi.slice(0, 3)).toBe(version);
  const folder = newFolder();
  const file = fileIn(folder, 'openapi.json', JSON.stringify(document));
  const linter = join(import.meta.dirname, '../../node_modules/@redocly/cli/bin/cli.js');
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [linter, 'lint', '--format=json', file], {
    cwd: folder,
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
  const result = JSON.parse(stdout.slice(stdout.indexOf('{'))) as { problems: Problem[] };
  // The provider login has only redirects as responses.
  const redirects = ['login', 'callback'].map((name) => `#/paths/~1services~1oauth2~1${name}/get/responses`);
  const isRedirect = ({ ruleId, location }: Problem) =>
    ruleId === 'operation-2xx-response' && redirects.includes(location[0]?.pointer ?? '');
  // OpenAPI 3.0 has no better way to describe a nullable reference.
  const isNullReference = ({ ruleId, message }: Problem) =>
    version === '3.0' &&
    ruleId === 'no-invalid-media-type-examples' &&
    message.endsWith('property type must be object.');
  expect(
    result.problems.filter((problem) => !isRedirect(problem) && !isNullReference(problem)),
    stderr,
  ).toEqual([]);
});
