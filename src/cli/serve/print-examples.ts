import type { Configuration } from '../../store/config/configuration.js';
import { callExamples } from '../demo/call-examples.js';
import type { LineOutput } from '../output/line-output.js';

export function printExamples(said: LineOutput, url: string, { settings }: Configuration, token: string): void {
  const { restSegment, productSegment } = settings;
  const { upsert, search } = callExamples(`${url}/services/${restSegment}/${productSegment}`, token);
  said.write(`
Access token of the client 'demo' (two hours):
${token}

Search for duplicates:
${search}

Create or update with duplicate search:
${upsert}
`);
}
