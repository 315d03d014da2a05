import { z } from 'zod';
import type { MadeChange } from '../../service/config/part-editing.js';
import { PART_KINDS, SENT, type PartKind } from '../../store/config/edited-parts.js';
import { versionOf } from '../../store/config/scenario-definition.js';
import { hasScope } from '../../service/auth/scopes.js';
import { survivorshipPreviewSchema } from '../../service/config/survivorship-preview.js';
import type { GroupSurvivors } from '../../service/group/group-types.js';
import { actorOf } from '../caller.js';
import { endpoint, ok } from '../endpoint.js';
import { readInTurns } from '../request/while-connected.js';
import { json } from '../response/answer.js';
import { refusing, textOfSent } from './reload-configuration-endpoint.js';
import {
  deletedVersion,
  earlierShape,
  editedVersion,
  partVersion,
  revertSchema,
  savedShape,
  shownEarlier,
} from './edited-part.js';
import { CLIENT, LEAD, OTHER_LEAD, TIME } from './shared.js';

const shared = { tag: 'Administration', about: 'all', scope: 'admin' } as const;
const listed = '{product}/settings/{kind}';
const single = `${listed}/{name}`;
const kind = { description: PART_KINDS.join(', '), pattern: PART_KINDS.join('|') };
const name = {
  description: 'Object of the survivorship rules, name of the filter or list, or `jobs` for the schedule',
};
const params = { kind, name };
const kindOf = (given: Readonly<Record<string, string>>): PartKind => given['kind'] as PartKind;

const value = z
  .unknown()
  .refine((given) => given !== undefined, 'expected a value')
  .describe('An entry of survivorship.json or filters.json, the value of `jobs`, or the lines of a list');
const partSchema = z.strictObject({ name: z.string(), value, version: partVersion }).meta({ id: 'Setting' });
const savedSchema = z
  .strictObject({
    saved: partSchema.nullable().describe('The saved entry. Null after a deletion or dry run'),
    ...savedShape,
  })
  .meta({ id: 'SavedSetting' });

const rules = { object: 'Lead', fields: { Phone: 'longest', Email: 'latest' } };
const part = { name: 'Lead', value: rules, version: 'q1JdC0nX7m3kTz5h' };
const saved = { saved: part, rebuilt: [], warnings: [] };

export const settings = endpoint('settings', 'GET', listed, {
  ...shared,
  summary: 'List the survivorship rules, filters, lists or job schedule of the configuration',
  params: { kind },
  responses: ok({
    description: 'All entries of this kind',
    schema: z.array(partSchema).meta({ id: 'Settings' }),
    example: [part],
  }),
  errors: [404, 409],
  handle: async ({ params }, { administration }) =>
    json(await refusing(() => administration.settingsEditing(kindOf(params)).all())),
});

export const saveSetting = endpoint('saveSetting', 'POST', single, {
  ...shared,
  isAuditedInside: true,
  summary: 'Save survivorship rules, a filter, a list or the job schedule',
  description:
    'The entry is written to the configuration folder, kept as a new version, and in use when the response arrives. Fails with 400 INVALID_SETTING, which lists every error with its path, or with 409 VERSION_CONFLICT if the entry has changed since `version`.',
  params,
  body: {
    schema: z
      .strictObject({ value, version: editedVersion, dryRun: z.boolean().default(false).describe('Validate only') })
      .meta({ id: 'SettingToSave' }),
    example: { value: rules, version: null },
  },
  responses: ok({ description: 'The saved entry, which is now in use', schema: savedSchema, example: saved }),
  errors: [404, 409],
  async handle(exchange, context) {
    const { body, params } = exchange;
    const editing = context.administration.settingsEditing(kindOf(params));
    const called = params['name']!;
    if (body.dryRun) {
      const { warnings } = await refusingSent(() => editing.try(called, body.value, body.version));
      return { ...json({ saved: null, rebuilt: [], warnings: warnings.map(textOfSent) }), isTrial: true };
    }
    const by = actorOf(exchange, context);
    return json(shownMade(called, await refusingSent(() => editing.save(by, called, body.value, body.version))));
  },
});

export const removeSetting = endpoint('removeSetting', 'DELETE', single, {
  ...shared,
  isAuditedInside: true,
  summary: 'Delete survivorship rules, a filter, a list or the job schedule',
  params,
  query: deletedVersion,
  responses: ok({ description: 'The entry was deleted', schema: savedSchema, example: { ...saved, saved: null } }),
  errors: [404, 409],
  async handle(exchange, context) {
    const { params, query } = exchange;
    const called = params['name']!;
    const editing = context.administration.settingsEditing(kindOf(params));
    const by = actorOf(exchange, context);
    return json(shownMade(called, await refusingSent(() => editing.remove(by, called, query.version))));
  },
});

export const settingVersions = endpoint('settingVersions', 'GET', `${single}/versions`, {
  ...shared,
  summary: 'List earlier versions, newest first, with their authors and times',
  params,
  responses: ok({
    description: 'The last 100 versions',
    schema: z
      .array(
        z.strictObject({
          ...earlierShape,
          value: value.describe('Value of this version. Null if the entry did not exist'),
        }),
      )
      .meta({ id: 'SettingVersions' }),
    example: [
      { number: 1, action: 'saved', time: TIME, by: CLIENT, name: 'console', version: part.version, value: rules },
    ],
  }),
  errors: [404],
  async handle({ params }, { administration }) {
    const versions = await administration.settingsEditing(kindOf(params)).versions(params['name']!);
    return json(versions.map((one) => ({ ...shownEarlier(one), value: one.definition })));
  },
});

export const revertSetting = endpoint('revertSetting', 'POST', `${single}/revert`, {
  ...shared,
  isAuditedInside: true,
  summary: 'Restore an earlier version',
  params,
  body: {
    schema: revertSchema.meta({ id: 'SettingToRevert' }),
    example: { number: 1, version: part.version },
  },
  responses: ok({ description: 'The restored entry, which is now in use', schema: savedSchema, example: saved }),
  errors: [404, 409],
  async handle(exchange, context) {
    const { body, params } = exchange;
    const called = params['name']!;
    const editing = context.administration.settingsEditing(kindOf(params));
    const by = actorOf(exchange, context);
    return json(shownMade(called, await refusingSent(() => editing.revert(by, called, body.number, body.version))));
  },
});

const survivors = {
  masterId: LEAD,
  masterRule: 'mostComplete',
  fields: [{ field: 'Phone', value: '+353 1 555 0100', rule: 'longest', from: [OTHER_LEAD] }],
};

export const previewSurvivorship = endpoint(
  'previewSurvivorship',
  'POST',
  '{product}/settings/survivorship/{name}/preview',
  {
    ...shared,
    summary: "Preview survivorship rules on the groups found by the object's last job",
    description: 'Nothing is saved or merged. Groups with a different result come first.',
    params: { name: { description: 'Name of the object' } },
    body: {
      schema: z
        .strictObject({ value: value.describe('As in survivorship.json. Null: default rules') })
        .meta({ id: 'SurvivorshipToPreview' }),
      example: { value: rules },
    },
    responses: ok({
      description: 'Results before and after the change',
      schema: survivorshipPreviewSchema,
      example: {
        ...{ jobId: 'job-000000000001', looked: 1, differing: 1, hasValues: true },
        groups: [
          {
            ...{ id: 'job-000000000001.1', score: 97, ids: [LEAD, OTHER_LEAD], changed: ['Phone'] },
            before: { ...survivors, fields: [{ field: 'Phone', value: '1', rule: 'firstNonBlank', from: [LEAD] }] },
            after: survivors,
          },
        ],
      },
    }),
    errors: [404, 409],
    async handle({ request, body, params, client }, context) {
      const { survivorshipPreview } = context.administration;
      const preview = await refusingSent(() =>
        readInTurns({ request, client }, context, (turns) =>
          survivorshipPreview.of(params['name']!, body.value ?? undefined, turns),
        ),
      );
      const hasValues = hasScope(client, 'read');
      const shown = (side: GroupSurvivors): GroupSurvivors =>
        hasValues ? side : { ...side, fields: side.fields.map((field) => ({ ...field, value: null })) };
      const groups = preview.groups.map((one) => ({ ...one, before: shown(one.before), after: shown(one.after) }));
      return { ...json({ ...preview, groups, hasValues }), isTrial: true };
    },
  },
);

const refusingSent = <T>(work: () => Promise<T>): Promise<T> =>
  refusing(work, { file: SENT, errorCode: 'INVALID_SETTING' });

function shownMade(
  called: string,
  { value: made, rebuilt, warnings }: MadeChange<unknown>,
): z.input<typeof savedSchema> {
  const now = versionOf(made);
  return {
    saved: now === undefined ? null : { name: called, value: made, version: now },
    rebuilt: [...rebuilt],
    warnings: warnings.map(textOfSent),
  };
}
