import { LimitedLikeness } from '../service/limited-likeness.js';
import type { Endpoint, Scoped } from './resource.js';
import type { Runtime } from './runtime.js';

/** Takes in what needs a licence: address, name of the route, endpoints by verb. */
export type Register = (path: string | RegExp, route: string, verbs: Record<string, Scoped>) => void;

type Routes = ReadonlyMap<string, Readonly<Record<string, Scoped>>>;

/** Sets of objects whose endpoints are kept: as many as an installation may have kinds of clients. */
const KEPT = 100;

/**
 * The licensed endpoints for clients that may see and change records of some objects only: made once for each set of
 * objects.
 */
export class LimitedRoutes {
  readonly #byObjects = new Map<string, Routes>();

  /** @param register makes all licensed endpoints over a runtime */
  constructor(
    private readonly runtime: Runtime,
    private readonly register: (runtime: Runtime, licensed: Register) => void,
  ) {}

  /** @throws Error where there is no such endpoint */
  endpoint(objects: readonly string[], route: string, method: string): Endpoint {
    const verbs = this.#routes(objects).get(route);
    const verb = verbs?.[method] ?? (method === 'HEAD' ? verbs?.['GET'] : undefined);
    if (verb === undefined) throw new Error(`likeness: no limited endpoint ${method} ${route}`);
    return verb.endpoint;
  }

  #routes(objects: readonly string[]): Routes {
    const key = JSON.stringify([...objects].sort());
    const known = this.#byObjects.get(key);
    if (known !== undefined) return known;
    const routes = new Map<string, Readonly<Record<string, Scoped>>>();
    const likeness = new LimitedLikeness(this.runtime.likeness, objects);
    this.register({ ...this.runtime, likeness }, (_path, route, verbs) => {
      if (routes.has(route)) throw new Error(`likeness: two licensed routes are called ${route}`);
      routes.set(route, verbs);
    });
    if (this.#byObjects.size >= KEPT) this.#byObjects.clear();
    this.#byObjects.set(key, routes);
    return routes;
  }
}
