import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { SCOPES } from '../../src/service/auth/scopes.js';
import { needs, whereIs } from '../support/needs.js';
import { fileIn, newFolder } from '../support/temporary-folder.js';
import { serveForTest } from './serve.js';

const page = readFileSync(new URL('../../src/http/API.md', import.meta.url), 'utf8');
const program = (language: string): string =>
  fileIn(
    newFolder(),
    language === 'csharp' ? 'Upsert.cs' : `Upsert.${language}`,
    new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'm').exec(page)![1]!,
  );

const LANGUAGES = [
  ['python', 'python', []],
  ['java', 'java', []],
  ['csharp', 'dotnet', ['run']],
] as const;

for (const [language, tool, args] of LANGUAGES)
  it(`the program in ${language} creates a lead, and finds it again`, needs(tool), async () => {
    const served = await serveForTest();
    const { client_id } = served.addClient({ scopes: [...SCOPES] });
    const env = { ...process.env, URL: served.url, TOKEN: served.auth.issueToken(client_id) };
    const run = async () => {
      const { stdout } = await promisify(execFile)(whereIs(tool)!, [...args, program(language)], { env });
      return /\b00Q\w{15}\b/.exec(stdout)?.[0];
    };
    const created = await run();
    expect(created).toBeDefined();
    expect(await run()).toBe(created);
  });
