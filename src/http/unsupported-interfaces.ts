import { plainErrorResponse } from './response/http-error.js';
import type { Answer } from './response/answer.js';

interface Unsupported {
  readonly path: RegExp;
  readonly name: string;
  readonly instead: string;
}

const LOGIN =
  'log in at /services/oauth2/token with one of these grants: client credentials, authorization code, refresh token, JWT bearer or, if enabled, password';
const DESCRIBED = 'objects are described at sobjects/<object>/describe and configured in files';
const STREAMED = 'changes are streamed as server-sent events and sent to webhooks';

/** Describes an interface of the platform's data API. @param path regular expression for the path after the version */
function ofData(path: string, name: string, instead: string): Unsupported {
  // eslint-disable-next-line no-restricted-syntax -- built from the addresses below
  return { path: new RegExp(`^/services/data/v\\d{1,3}\\.\\d/${path}(?:/|$)`), name, instead };
}

const UNSUPPORTED: readonly Unsupported[] = [
  ofData('composite/graph', 'Composite/graph', 'use composite'),
  ofData('graphql', 'GraphQL', 'use query and composite'),
  ofData('tooling', 'The Tooling API', DESCRIBED),
  ofData('sobjects/\\w+/describe/(?:layouts|compactLayouts|approvalLayouts|namedLayouts)', 'Page layouts', DESCRIBED),
  ofData('sobjects/\\w+/(?:quickActions|listviews)', 'Quick actions and list views', 'use query'),
  ofData('(?:tabs|theme|appMenu|compactLayouts)', 'Tabs, themes and layouts', DESCRIBED),
  ofData('recent', 'Recently viewed records', 'use query with ORDER BY LastModifiedDate DESC'),
  ofData('(?:quickActions|actions|process)', 'Actions and processes', 'changes are sent to webhooks'),
  ofData('ui-api', 'The User Interface API', 'use sobjects and query'),
  ofData(
    '(?:chatter|connect|analytics|wave|dashboards|reports|folders|knowledgeManagement|support)',
    'This',
    'use query',
  ),
  ofData('(?:event|streaming)', 'Streaming', STREAMED),
  ofData('jobs/(?!query|ingest)\\w+', 'This kind of job', 'use jobs/query and jobs/ingest'),
  ofData('metadata', 'The Metadata API', DESCRIBED),
  {
    path: /^\/services\/async\//,
    name: 'Bulk API 1.0',
    instead: 'use Bulk API 2.0, at jobs/query and jobs/ingest',
  },
  { path: /^\/cometd\//, name: 'The Streaming API (CometD)', instead: STREAMED },
];
const SOAP = /^\/services\/Soap\//;
const SOAP_CODE = 'UNSUPPORTED_API_VERSION';

/** Returns an error that names the alternative to an unsupported interface; `undefined` for other paths. */
export function refuseByName(path: string): Answer | undefined {
  if (SOAP.test(path)) return soapFault(`SOAP login and the SOAP API are not supported: ${LOGIN}`);
  const found = UNSUPPORTED.find((one) => one.path.test(path));
  if (found === undefined) return undefined;
  return plainErrorResponse(404, 'NOT_FOUND', `${found.name} is not supported: ${found.instead}`);
}

/** Builds a SOAP fault, which SOAP 1.1 over HTTP returns with status 500. */
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
