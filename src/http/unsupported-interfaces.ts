import { plainErrorResponse } from './response/http-error.js';
import type { Answer } from './response/answer.js';

/** An interface of the platform that is not served, and where the same is to be had. */
interface Unsupported {
  readonly path: RegExp;
  readonly name: string;
  readonly instead: string;
}

const LOGIN =
  'log in at /services/oauth2/token by client credentials, authorization code, refresh token, JWT bearer, or, where ' +
  'it is switched on, password';
const UNSUPPORTED: readonly Unsupported[] = [
  {
    path: /^\/services\/data\/v\d{1,3}\.\d\/composite\/graph(\/|$)/,
    name: 'Composite/graph',
    instead: 'use composite',
  },
  { path: /^\/services\/data\/v\d{1,3}\.\d\/graphql(\/|$)/, name: 'GraphQL', instead: 'use query and composite' },
  {
    path: /^\/services\/data\/v\d{1,3}\.\d\/tooling(\/|$)/,
    name: 'The Tooling API',
    instead: 'objects are described at sobjects/<object>/describe, and configured in files',
  },
  {
    path: /^\/services\/data\/v\d{1,3}\.\d\/metadata(\/|$)/,
    name: 'The Metadata API',
    instead: 'objects are described at sobjects/<object>/describe, and configured in files',
  },
  {
    path: /^\/cometd\//,
    name: 'The Streaming API (CometD)',
    instead: 'changes are streamed as server-sent events, and sent to webhooks',
  },
];
const SOAP = /^\/services\/Soap\//;
const SOAP_CODE = 'UNSUPPORTED_API_VERSION';

/**
 * Says of an address that is not served whether it belongs to an interface that clients of the platform know, so that
 * who tries it reads what to do instead.
 *
 * @returns a refusal as the interface's clients read it; `undefined`: it is just any address
 */
export function refuseByName(path: string): Answer | undefined {
  if (SOAP.test(path)) return soapFault(`SOAP login and the SOAP API are not served here: ${LOGIN}`);
  const found = UNSUPPORTED.find((one) => one.path.test(path));
  if (found === undefined) return undefined;
  return plainErrorResponse(404, 'NOT_FOUND', `${found.name} is not served here: ${found.instead}`);
}

/** SOAP 1.1 over HTTP answers faults with status 500. */
function soapFault(reason: string): Answer {
  const detail = `<sf:exceptionCode>${SOAP_CODE}</sf:exceptionCode><sf:exceptionMessage>${reason}</sf:exceptionMessage>`;
  return {
    status: 500,
    type: 'text/xml;charset=UTF-8',
    body: `<?xml version="1.0" encoding="UTF-8"?>
<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:sf="urn:fault.partner.soap.sforce.com">
<soapenv:Body><soapenv:Fault><faultcode>sf:${SOAP_CODE}</faultcode><faultstring>${SOAP_CODE}: ${reason}</faultstring>
<detail><sf:UnexpectedErrorFault>${detail}</sf:UnexpectedErrorFault></detail>
</soapenv:Fault></soapenv:Body></soapenv:Envelope>
`,
  };
}
