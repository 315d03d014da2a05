import { z } from 'zod';
import { RequestError } from '../../records/contract/request-error.js';
import { shorten } from '../../records/contract/unknown-field.js';
import { hasScope } from '../../service/auth/scopes.js';
import { SENT_SCENARIO } from '../../store/config/scenario-part.js';
import type { KeptVersion } from '../../service/config/part-versions.js';
import { methodOptions } from '../../store/config/resolve-definitions.js';
import { editedScenarioSchema } from '../../matching/scenario-schema.js';
import { createMethods } from '../../matching/methods/create-methods.js';
import type { ScenarioDefinition } from '../../matching/scenario.js';
import { actorOf } from '../caller.js';
import { endpoint, type AppContext, ok } from '../endpoint.js';
import { json } from '../response/answer.js';
import { refusing } from './reload-configuration-endpoint.js';
import { deletedVersion, editedVersion, revertSchema } from './edited-part.js';
import { CLIENT, TIME } from './shared.js';
import {
  example,
  exampleScenario,
  modelSchema,
  savedSchema,
  shown,
  shownModel,
  shownSaved,
  shownSchema,
  shownVersion,
  versionSchema,
} from './shown-scenario.js';

const shared = { tag: 'Administration', about: 'object' } as const;
const path = '{product}/scenarios/definitions/{scenarioId}';
const params = { scenarioId: { description: 'Scenario Id' } };

export const scenarioDefinitions = endpoint('scenarioDefinitions', 'GET', '{product}/scenarios/definitions', {
  about: 'object',
  tag: 'Duplicates',
  scope: 'search',
  summary: 'List the definitions of all scenarios, including disabled ones, and all match methods',
  responses: ok({
    description: 'All definitions without their models',
    schema: z
      .strictObject({
        scenarios: z.array(shownSchema),
        methods: z.array(
          z.strictObject({
            name: z.string(),
            types: z.array(z.string()).describe('Value types that the method supports. Empty if it supports all types'),
          }),
        ),
      })
      .meta({ id: 'ScenarioDefinitions' }),
    example: { scenarios: [example], methods: [{ name: 'email', types: ['string'] }] },
  }),
  handle(_exchange, context) {
    const allowed = allowedObjects(context);
    const { configuration } = context.likeness;
    const all = configuration.scenarioDefinitions.filter(({ object }) => allowed.has(object));
    const methods = createMethods(methodOptions(configuration)).values();
    return json({
      scenarios: all.map(shown),
      methods: [...methods].map(({ name, types = [] }) => ({ name, types: [...types] })),
    });
  },
});

export const scenarioDefinition = endpoint('scenarioDefinition', 'GET', path, {
  ...shared,
  tag: 'Duplicates',
  scope: 'search',
  summary: 'Get the definition of a scenario with its model',
  params,
  responses: ok({
    description: 'The scenario',
    schema: z.strictObject({ ...shownSchema.shape, model: modelSchema.nullable() }).meta({ id: 'ScenarioDetails' }),
    example: { ...example, model: null },
  }),
  errors: [404],
  handle({ params, client }, context) {
    const found = findAllowed(context, params['scenarioId']!);
    return json({ ...shown(found), model: shownModel(found, hasScope(client, 'read')) });
  },
});

export const saveScenario = endpoint('saveScenario', 'POST', path, {
  ...shared,
  isAuditedInside: true,
  scope: 'admin',
  summary: 'Validate and save a scenario as a new version',
  description:
    'The service checks the scenario as `likeness config check` does, and writes it to scenarios.json in the configuration folder. For a built-in scenario, only the differences are written. The new version is in use when the response arrives. Other requests are not interrupted. A learned scenario keeps its model: its fields can be removed, but none can be added. Fails with 409 VERSION_CONFLICT if the scenario has changed since `version`.',
  params,
  body: {
    schema: z.strictObject({ scenario: editedScenarioSchema, version: editedVersion }).meta({ id: 'ScenarioToSave' }),
    example: { scenario: exampleScenario, version: null },
  },
  responses: ok({
    description: 'The saved scenario, which is now in use',
    schema: savedSchema,
    example: { saved: example, rebuilt: [], warnings: [] },
  }),
  errors: [409],
  async handle(exchange, context) {
    const { scenario, version } = exchange.body;
    const id = exchange.params['scenarioId']!;
    allowObject(context, scenario.object);
    allowExisting(context, id);
    const saved = await refusingSent(() =>
      context.administration.scenarioEditing.save(actorOf(exchange, context), id, scenario, version),
    );
    return json(shownSaved(saved));
  },
});

export const removeScenario = endpoint('removeScenario', 'DELETE', path, {
  ...shared,
  isAuditedInside: true,
  scope: 'admin',
  summary: 'Delete a scenario, or reset a built-in scenario to its original definition',
  params,
  query: deletedVersion,
  responses: ok({
    description: 'Gone',
    schema: savedSchema,
    example: { saved: null, rebuilt: ['Lead'], warnings: [] },
  }),
  errors: [404, 409],
  async handle(exchange, context) {
    const id = exchange.params['scenarioId']!;
    findAllowed(context, id);
    const { version } = exchange.query;
    const removed = await refusingSent(() =>
      context.administration.scenarioEditing.remove(actorOf(exchange, context), id, version),
    );
    return json(shownSaved(removed));
  },
});

export const scenarioVersions = endpoint('scenarioVersions', 'GET', `${path}/versions`, {
  ...shared,
  scope: 'admin',
  summary: 'List earlier versions of a scenario, newest first, with their authors and times',
  params,
  responses: ok({
    description: 'The last 100 versions',
    schema: z.array(versionSchema).meta({ id: 'ScenarioVersions' }),
    example: [
      {
        number: 2,
        action: 'saved',
        time: TIME,
        by: CLIENT,
        name: 'console',
        version: example.version,
        scenario: exampleScenario,
      },
    ],
  }),
  async handle({ params }, context) {
    const id = params['scenarioId']!;
    allowExisting(context, id);
    const allowed = allowedObjects(context);
    const versions = await context.administration.scenarioEditing.versions(id);
    const isAllowed = ({ definition }: KeptVersion): boolean => definition === null || allowed.has(definition.object);
    // Versions of a removed scenario are hidden if the client has no access to its object.
    const isOfOthers = !versions.every(isAllowed);
    return json(versions.filter((one) => isAllowed(one) && !(isOfOthers && one.definition === null)).map(shownVersion));
  },
});

export const revertScenario = endpoint('revertScenario', 'POST', `${path}/revert`, {
  ...shared,
  isAuditedInside: true,
  scope: 'admin',
  summary: 'Restore an earlier version of a scenario',
  params,
  body: {
    schema: revertSchema.meta({ id: 'ScenarioToRevert' }),
    example: { number: 1, version: example.version },
  },
  responses: ok({
    description: 'The restored scenario, which is now in use',
    schema: savedSchema,
    example: { saved: example, rebuilt: ['Lead'], warnings: [] },
  }),
  errors: [404, 409],
  async handle(exchange, context) {
    const id = exchange.params['scenarioId']!;
    allowExisting(context, id);
    const { number, version } = exchange.body;
    const earlier = await context.administration.scenarioEditing.versions(id);
    const taken = earlier.find((one) => one.number === number)?.definition;
    if (taken) allowObject(context, taken.object);
    const reverted = await refusingSent(() =>
      context.administration.scenarioEditing.revert(actorOf(exchange, context), id, number, version),
    );
    return json(shownSaved(reverted));
  },
});

/** Like `refusing`, with messages about the submitted scenario. @throws HttpError 400 for problems in that scenario */
export function refusingSent<T>(work: () => Promise<T>): Promise<T> {
  return refusing(work, { file: SENT_SCENARIO, errorCode: 'INVALID_SCENARIO' });
}

/** Checks access to an object. Unknown objects pass, because validation reports them. @throws RequestError 403 */
export function allowObject({ likeness }: AppContext, object: string): void {
  if (likeness.configuration.registry.byName(object) !== undefined) likeness.objectType(object);
}

function allowedObjects({ likeness }: AppContext): ReadonlySet<string> {
  return new Set(likeness.objectTypes().map(({ name }) => name));
}

/** Returns a scenario, if it exists. @throws RequestError 403 for a scenario of an object that the client cannot access */
export function allowExisting({ likeness }: AppContext, id: string): ScenarioDefinition | undefined {
  const existing = likeness.configuration.scenarioDefinitions.find((one) => one.id === id);
  if (existing !== undefined) likeness.objectType(existing.object);
  return existing;
}

/** @throws RequestError 403, 404 */
function findAllowed(context: AppContext, id: string): ScenarioDefinition {
  const found = allowExisting(context, id);
  if (found === undefined)
    throw new RequestError(404, 'NOT_FOUND', `Scenario '${shorten(id)}' does not exist`, ['scenarioId']);
  return found;
}
