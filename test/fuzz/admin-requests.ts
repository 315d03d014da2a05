import fc from 'fast-check';
import { fromSchema, type FromSchema, type JsonSchema } from './from-schema.js';
import { BASE, sentTo, type FuzzRequest } from './requests.js';
import { misfit, spoilt } from './spoil.js';

/** Requests that the product's command-line client sends, but for imports. */
export function adminRequests(schemas: Record<string, JsonSchema>, options: FromSchema): fc.Arbitrary<FuzzRequest> {
  const any = fromSchema(schemas['JobInput']!, options);
  const known = fc.nat(50).map((n) => ({ jobId: `@job${n}` }));
  const input = fc.oneof({ weight: 4, arbitrary: known }, { weight: 1, arbitrary: any }, misfit(any));
  const body = spoilt(input.map((one) => JSON.stringify(one)));
  const to = (name: string) => sentTo(`${BASE}/dc3Api/admin/${name}`, body);
  return fc.oneof(
    to('export-config'),
    to('export-config-job-stat'),
    to('export-config-download'),
    to('import-config-job-stat'),
    to('refresh-license'),
  );
}
