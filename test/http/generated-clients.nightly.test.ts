import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { SCOPES } from '../../src/service/auth/scopes.js';
import { needs, whereIs, type Tool } from '../support/needs.js';
import { fileIn, newFolder } from '../support/temporary-folder.js';
import { serve } from './serve.js';

const DATA = `{ LastName: 'Okafor', Company: 'Okafor Logistics', Email: 'to@okafor.example' }`;
const TYPESCRIPT = 'npx tsc --strict --skipLibCheck --module nodenext --target es2022 --lib es2023,dom,dom.iterable';

/** A client generator, the commands to run it, and a program that uses the generated client. */
interface Generator {
  readonly name: string;
  readonly tools: readonly Tool[];
  readonly version: '3.0' | '3.1';
  readonly program: readonly [file: string, text: string];
  readonly commands: string;
}

const GENERATORS: readonly Generator[] = [
  {
    name: 'openapi-typescript',
    tools: ['npm-registry'],
    version: '3.1',
    program: [
      'call.ts',
      `import createClient from 'openapi-fetch';
import type { paths } from './schema.js';
const headers = { authorization: 'Bearer ' + process.env.TOKEN };
const client = createClient<paths>({ baseUrl: process.env.URL!, headers });
const objectData = ${DATA};
const input = { objectType: 'Lead', duplicateCheck: true, objectData };
const { data: lead } = await client.POST('/services/apexrest/dupcheck/dc3DataApi', { body: { input } });
const body = { objectPrefix: '00Q', objectData };
const { data: found } = await client.POST('/services/apexrest/dupcheck/dc3Api/search', { body });
console.log(lead!.objectId, found!['00Q']!.length);`,
    ],
    commands: `npm install --no-audit --no-fund openapi-typescript@7 openapi-fetch typescript@5 @types/node@20
      npx openapi-typescript openapi.json -o schema.d.ts
      ${TYPESCRIPT} call.ts && node call.js`,
  },
  {
    name: 'orval',
    tools: ['npm-registry'],
    version: '3.1',
    program: [
      'call.ts',
      `import { search, upsert } from './api.js';
const options = { headers: { authorization: 'Bearer ' + process.env.TOKEN } };
const objectData = ${DATA};
const lead = await upsert({ input: { objectType: 'Lead', duplicateCheck: true, objectData } }, undefined, options);
const found = await search({ objectPrefix: '00Q', objectData }, options);
if (lead.status !== 200 || found.status !== 200) throw new Error(String(lead.status));
console.log(lead.data.objectId, found.data['00Q']!.length);`,
    ],
    commands: `npm install --no-audit --no-fund orval@7 typescript@5 @types/node@20
      echo "module.exports = { all: { input: 'openapi.json', output: { target: 'api.ts', client: 'fetch', baseUrl: '$URL' } } }" > orval.config.cjs
      npx orval --config orval.config.cjs
      ${TYPESCRIPT} call.ts && node call.js`,
  },
  {
    name: 'openapi-python-client',
    tools: ['python'],
    version: '3.1',
    program: [
      'call.py',
      `import os
from likeness_client import AuthenticatedClient
from likeness_client.api.duplicates import search, upsert
from likeness_client.models import SearchInput, UpsertRequest
client = AuthenticatedClient(base_url=os.environ["URL"], token=os.environ["TOKEN"])
data = {"LastName": "Okafor", "Company": "Okafor Logistics", "Email": "to@okafor.example"}
sent = UpsertRequest.from_dict({"input": {"objectType": "Lead", "duplicateCheck": True, "objectData": data}})
lead = upsert.sync(client=client, body=sent)
found = search.sync(client=client, body=SearchInput.from_dict({"objectPrefix": "00Q", "objectData": data}))
print(lead.object_id, len(found["00Q"]))`,
    ],
    commands: `python3 -m venv env && env/bin/pip install --quiet openapi-python-client
      env/bin/openapi-python-client generate --path openapi.json --output-path client
      PYTHONPATH=client env/bin/python call.py`,
  },
  {
    name: 'openapi-generator for Java',
    tools: ['maven', 'java'],
    version: '3.0',
    program: [
      'java/src/main/java/Call.java',
      `import java.util.Map;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.DuplicatesApi;
import org.openapitools.client.model.*;
public class Call {
  public static void main(String[] args) throws Exception {
    var client = new ApiClient();
    client.updateBaseUri(System.getenv("URL"));
    client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + System.getenv("TOKEN")));
    var api = new DuplicatesApi(client);
    Map<String, Object> data =
        Map.of("LastName", "Okafor", "Company", "Okafor Logistics", "Email", "to@okafor.example");
    var input = new UpsertDataInput().objectType("Lead").duplicateCheck(true).objectData(data);
    var lead = api.upsert(new UpsertRequest().input(input), null, null, null, null);
    var found = api.search(new SearchInput().objectPrefix("00Q").objectData(data), null, null, null);
    System.out.println(lead.getObjectId() + " " + found.get("00Q").size());
  }
}`,
    ],
    commands: `echo '<project><modelVersion>4.0.0</modelVersion><groupId>a</groupId><artifactId>a</artifactId><version>1</version></project>' > pom.xml
      "$MAVEN" -q -B org.openapitools:openapi-generator-maven-plugin:7.14.0:generate \\
        -Dopenapi.generator.maven.plugin.inputSpec="$PWD/openapi.json" -Dopenapi.generator.maven.plugin.output="$PWD/java" \\
        -Dopenapi.generator.maven.plugin.generatorName=java -Dopenapi.generator.maven.plugin.library=native
      cd java && "$MAVEN" -q -B compile org.codehaus.mojo:exec-maven-plugin:3.5.1:java -Dexec.mainClass=Call`,
  },
];

for (const { name, tools, version, program, commands } of GENERATORS)
  it(`${name} generates a client that upserts and searches`, { ...needs(...tools), timeout: 900_000 }, async () => {
    const served = await serve();
    onTestFinished(() => served.close());
    const folder = newFolder();
    const { client_id } = served.addClient({ scopes: [...SCOPES] });
    const document = await fetch(`${served.url}/openapi.json?version=${version}`);
    fileIn(folder, 'openapi.json', await document.text());
    fileIn(folder, 'package.json', '{ "type": "module" }');
    mkdirSync(dirname(join(folder, program[0])), { recursive: true });
    fileIn(folder, ...program);
    const env = { ...process.env, URL: served.url, TOKEN: served.auth.issueToken(client_id), MAVEN: whereIs('maven') };
    // Maven and the compilers print errors to stdout.
    const { stdout } = await promisify(execFile)('bash', ['-euc', `{ ${commands}\n} 2>&1`], { cwd: folder, env }).catch(
      (error: unknown) => error as { stdout: string },
    );
    expect(stdout).toMatch(/00Q\w{15} 1\b/);
  });
