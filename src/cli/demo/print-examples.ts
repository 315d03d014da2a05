import type { Configuration } from '../../store/config/configuration.js';
import type { LineOutput } from '../output/line-output.js';

/** A token, and a `curl` line for each endpoint, ready to paste (POSIX shells). */
export function printExamples(said: LineOutput, url: string, { settings }: Configuration, token: string): void {
  const { restSegment, productSegment } = settings;
  const base = `${url}/services/${restSegment}/${productSegment}`;
  const person = { FirstName: 'Jim', LastName: 'Martinez', Company: 'Williams and Anderson' };
  const email = 'james.martinez@williamsanderson.example';
  const input = {
    duplicateCheck: true,
    objectType: 'Lead',
    objectData: { ...person, Email: email, Title: 'Head of Purchasing' },
  };
  said.write(`
Access token of the client 'demo' (two hours):
${token}

Search for duplicates:
${curl(`${base}/dc3Api/search`, token, { objectPrefix: '00Q', objectData: person })}

Create or update with duplicate search:
${curl(`${base}/dc3DataApi`, token, { input })}
`);
}

function curl(address: string, token: string, body: unknown): string {
  return `curl -sS '${address}' -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`;
}
