import fc from 'fast-check';
import type { FuzzRequest } from './requests.js';
import { share } from './spoil.js';

/** Varies methods, slashes, URL schemes, headers and encodings, as different clients do. Half stay unchanged. */
export function varied(request: fc.Arbitrary<FuzzRequest>): fc.Arbitrary<FuzzRequest> {
  const change = fc.oneof(
    { weight: 8, arbitrary: fc.constant(same) },
    { weight: 2, arbitrary: fc.constant(asHead) },
    { weight: 1, arbitrary: fc.constant(method('OPTIONS')) },
    { weight: 1, arbitrary: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND').map(method) },
    { weight: 2, arbitrary: fc.array(share(), { minLength: 1, maxLength: 3 }).map(doubled) },
    { weight: 1, arbitrary: fc.constantFrom('/', '//', '///').map(trailing) },
    {
      weight: 2,
      arbitrary: fc
        .constantFrom('gzip', 'gzip, deflate, br', 'gzip;q=0', 'identity', '*', 'br', '', 'gzip,'.repeat(300))
        .map((encoding) => header('accept-encoding', encoding)),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom('', 'Bearer', 'Bearer x.y.z', 'OAuth x', 'OAuth', 'Basic eDp5', `Bearer ${'a'.repeat(9_000)}`)
        .map((authorization) => header('authorization', authorization)),
    },
    { weight: 1, arbitrary: fc.nat(50).map((n) => header('authorization', `Bearer @token${n}`)) },
  );
  return fc
    .tuple(request, change, fc.constantFrom(0, 0, 0, 0, 0, 0, 1, 2, 3, 4), fc.constantFrom('Bearer', 'Bearer', 'OAuth'))
    .map(([one, vary, caller, scheme]) => ({ ...vary(one), caller, scheme }));
}

type Vary = (request: FuzzRequest) => FuzzRequest;

const same: Vary = (request) => request;
const asHead: Vary = (request) => (request.method === 'GET' ? { ...request, method: 'HEAD' } : request);
const method =
  (name: string): Vary =>
  (request) => ({ ...request, method: name });
const header =
  (name: string, value: string): Vary =>
  (request) => ({ ...request, headers: { ...request.headers, [name]: value } });

/** Doubles some slashes of the path. */
const doubled =
  (places: readonly number[]): Vary =>
  (request) => {
    const [path, query] = split(request.url);
    const parts = path.split('/');
    for (const place of places) {
      const at = Math.floor(place * (parts.length - 1));
      parts[at] = `${parts[at] ?? ''}/`;
    }
    return { ...request, url: parts.join('/') + query };
  };

const trailing =
  (slashes: string): Vary =>
  (request) => {
    const [path, query] = split(request.url);
    return { ...request, url: path + slashes + query };
  };

function split(url: string): [path: string, query: string] {
  const at = url.indexOf('?');
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at)];
}
