import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Reply, Served } from './serve.js';

export interface OpenApi {
  readonly openapi: string;
  readonly paths: Record<
    string,
    Record<string, { responses: Record<string, { content?: Record<string, { schema: object }> }> }>
  >;
  readonly components: { schemas: Record<string, object> };
}

/** Compiled schemas by text, because most services have the same schemas. */
const compiled = new Map<string, Ajv2020>();

function compiledOf(document: OpenApi): Ajv2020 {
  const text = JSON.stringify([document.paths, document.components.schemas]);
  let ajv = compiled.get(text);
  if (ajv === undefined) {
    compiled.set(text, (ajv = new Ajv2020({ strict: false, allErrors: true })));
    ajv.addSchema({ $id: 'https://likeness.test/openapi', ...document });
  }
  return ajv;
}

/** Compares responses with the OpenAPI document of the same service. */
export class Documented {
  readonly #ajv: Ajv2020;

  private constructor(readonly document: OpenApi) {
    this.#ajv = compiledOf(document);
  }

  static async by(served: Served): Promise<Documented> {
    return new Documented(JSON.parse((await served.call('GET', '/openapi.json')).text) as OpenApi);
  }

  /**
   * Returns faults of a response: an undocumented status, or a body that does not match. Empty: no fault.
   *
   * @param isHead whether the request was HEAD, whose response has no body
   */
  faults(reply: Pick<Reply, 'status' | 'text' | 'headers'>, path: string, verb: string, isHead = false): string[] {
    const response = this.document.paths[path]?.[verb]?.responses[String(reply.status)];
    if (response === undefined) return [`${verb} ${path}: ${reply.status} is not documented`];
    if (reply.status === 204) return reply.text === '' ? [] : ['204 with a body'];
    const [type] = Object.keys(response.content ?? {});
    if (type !== 'application/json') return [];
    if (reply.headers.get('content-type') !== 'application/json;charset=UTF-8')
      return [`content-type ${reply.headers.get('content-type') ?? 'none'}`];
    const place = ['paths', path, verb, 'responses', String(reply.status), 'content', type, 'schema'];
    const pointer = place.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
    const validate = this.#ajv.getSchema(`https://likeness.test/openapi#/${pointer}`);
    if (validate === undefined) return [`no schema at ${pointer}`];
    if (isHead) return [];
    void validate(JSON.parse(reply.text));
    return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message ?? ''}`);
  }
}
