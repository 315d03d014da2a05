import { resolve } from 'node:path';
import { z } from 'zod';
import type { ObjectRegistry, ObjectType } from '../../records/object-type.js';
import { knownField, knownObject, type ProblemReport } from './problem-report.js';
import { parseValuePath, type ValuePath } from './value-path.js';

const HOOK_STYLES = ['standard', 'typeform', 'hubspot', 'stripe', 'github'] as const;
export type HookStyle = (typeof HOOK_STYLES)[number];

const apiName = z.string().min(1).max(80);
const id = z
  .string()
  .max(40)
  .regex(/^[a-z0-9][a-z0-9-]*$/, 'expected lower-case letters, digits and hyphens');
const client = z
  .string()
  .regex(/^[0-9a-f]{32}$/, 'expected the Id of a client, 32 hexadecimal digits')
  .describe('Id of the client that saves the records: its permissions apply, and the history shows its name');
const scalar = z.union([z.string().max(1_000), z.number(), z.boolean()]);

const formSchema = z
  .strictObject({
    key: z
      .string()
      .min(16)
      .max(80)
      .regex(/^[A-Za-z0-9_-]+$/, 'expected 16 to 80 letters, digits, - and _')
      .describe('Public key of the form: part of its URL, or its `oid`'),
    client,
    object: apiName.describe('Object of the created records: Lead by default').default('Lead'),
    origins: z
      .array(
        z.string().refine((text) => URL.canParse(text) && new URL(text).origin === text && /^https?:/.test(text), {
          error: 'expected an origin such as https://www.example.com',
        }),
      )
      .min(1)
      .max(50)
      .describe('Origins of the pages with the form; `retURL` must be on one of them'),
    fields: z
      .record(z.string().min(1).max(255), apiName)
      .optional()
      .describe(
        'Maps input names to fields, in addition to the standard names of Salesforce web forms; other inputs are ignored',
      ),
    defaults: z.record(apiName, scalar).optional().describe('Values for fields that the form does not send'),
    honeypot: z
      .string()
      .min(1)
      .max(80)
      .optional()
      .describe('Name of a hidden input, `website_confirm` by default; if it has a value, the form is discarded'),
    perMinute: z.int().min(1).max(100_000).optional().describe('Maximum form submissions per minute (default: 120)'),
    perMinuteAndAddress: z
      .int()
      .min(1)
      .max(10_000)
      .optional()
      .describe('Maximum number of form submissions per minute per IP address (default: 10)'),
  })
  .meta({ id: 'WebForm' });

const hookSchema = z
  .strictObject({
    id: id.describe('Last path segment of the URL: /services/hooks/<id>'),
    style: z
      .enum(HOOK_STYLES)
      .describe('Signature format; standard: Standard Webhooks (webhook-id, webhook-timestamp, webhook-signature)'),
    secretFile: z
      .string()
      .min(1)
      .max(4_096)
      .describe('File with the shared secret, relative to the folder; only its owner may have access'),
    client,
    object: apiName.describe('Object of the records'),
    each: z
      .string()
      .max(400)
      .optional()
      .describe('Path of a list whose elements become records. By default, the whole message becomes one record'),
    when: z
      .record(z.string().min(1).max(400), z.union([scalar, z.array(scalar).min(1).max(100)]))
      .optional()
      .describe('Maps a path to its required value or values; other messages are acknowledged and ignored'),
    fields: z
      .record(apiName, z.string().min(1).max(400))
      .describe(
        'Maps a field to the path of its value, such as `data.object.email`, `answers[0].text` or `answers[field.ref=mail].email`',
      ),
    defaults: z.record(apiName, scalar).optional().describe('Values for fields that the message does not have'),
    duplicates: z
      .enum(['update', 'fillBlanks'])
      .optional()
      .describe('How to handle a duplicate: update (the default; the scenario decides how) or fillBlanks'),
  })
  .meta({ id: 'InboundHook' });

export const inboundSchema = z
  .strictObject({
    forms: z.array(formSchema).max(100).optional().describe('HTML forms that send data to the service'),
    hooks: z.array(hookSchema).max(100).optional().describe('Webhooks from other services'),
  })
  .meta({ id: 'Inbound' });

type Values = Readonly<Record<string, string | number | boolean>>;

export interface WebForm {
  readonly key: string;
  readonly client: string;
  readonly type: ObjectType;
  readonly origins: readonly string[];
  /** Our fields by the form's field name in lower case, in addition to the standard names. */
  readonly fields: ReadonlyMap<string, string>;
  readonly defaults: Values;
  readonly honeypot: string;
  readonly perMinute: number;
  readonly perMinuteAndAddress: number;
}

export interface InboundHook {
  readonly id: string;
  readonly style: HookStyle;
  readonly secretFile: string;
  readonly client: string;
  readonly type: ObjectType;
  readonly each: ValuePath | undefined;
  readonly when: readonly { readonly path: ValuePath; readonly values: readonly (string | number | boolean)[] }[];
  readonly fields: readonly { readonly field: string; readonly path: ValuePath }[];
  readonly defaults: Values;
  readonly duplicates: 'update' | 'fillBlanks';
}

export interface Inbound {
  readonly forms: readonly WebForm[];
  readonly hooks: readonly InboundHook[];
}

/** @param folder to which the paths of secret files are relative */
export function resolveInbound(
  { forms = [], hooks = [] }: z.output<typeof inboundSchema>,
  registry: ObjectRegistry,
  report: ProblemReport,
  folder: string | undefined,
): Inbound {
  return {
    forms: forms.flatMap((form, i) => resolveForm(form, `forms[${i}]`, registry, report, forms.slice(0, i))),
    hooks: hooks.flatMap((hook, i) => resolveHook(hook, `hooks[${i}]`, registry, report, hooks.slice(0, i), folder)),
  };
}

function resolveForm(
  form: z.output<typeof formSchema>,
  path: string,
  registry: ObjectRegistry,
  report: ProblemReport,
  before: readonly z.output<typeof formSchema>[],
): WebForm[] {
  if (before.some(({ key }) => key === form.key)) report.add(`${path}.key`, 'the key is given twice');
  const type = knownObject(registry, form.object, `${path}.object`, report);
  if (type === undefined) return [];
  const fields = Object.entries(form.fields ?? {}).flatMap(([name, field]) => {
    const found = writable(type, field, `${path}.fields.${name}`, report);
    return found === undefined ? [] : [[name.toLowerCase(), found] as const];
  });
  const { key, client: clientId, origins, honeypot = 'website_confirm' } = form;
  const { perMinute = 120, perMinuteAndAddress = 10 } = form;
  const defaults = defaultsOf(form.defaults, type, path, report);
  return [
    {
      key,
      client: clientId,
      type,
      origins,
      fields: new Map(fields),
      defaults,
      honeypot,
      perMinute,
      perMinuteAndAddress,
    },
  ];
}

function resolveHook(
  hook: z.output<typeof hookSchema>,
  path: string,
  registry: ObjectRegistry,
  report: ProblemReport,
  before: readonly z.output<typeof hookSchema>[],
  folder: string | undefined,
): InboundHook[] {
  if (before.some((one) => one.id === hook.id)) report.add(`${path}.id`, `${hook.id} is given twice`);
  const type = knownObject(registry, hook.object, `${path}.object`, report);
  if (type === undefined) return [];
  const pathOf = (text: string, at: string): ValuePath => {
    const parsed = parseValuePath(text);
    if (typeof parsed !== 'string') return parsed;
    report.add(at, parsed);
    return [];
  };
  const { id: name, style, client: clientId, duplicates = 'update' } = hook;
  return [
    {
      ...{ id: name, style, client: clientId, type, duplicates },
      secretFile: resolve(folder ?? '.', hook.secretFile),
      each: hook.each === undefined ? undefined : pathOf(hook.each, `${path}.each`),
      when: Object.entries(hook.when ?? {}).map(([text, values]) => ({
        path: pathOf(text, `${path}.when`),
        values: Array.isArray(values) ? values : [values],
      })),
      fields: Object.entries(hook.fields).flatMap(([field, text]) => {
        const found = writable(type, field, `${path}.fields.${field}`, report);
        return found === undefined ? [] : [{ field: found, path: pathOf(text, `${path}.fields.${field}`) }];
      }),
      defaults: defaultsOf(hook.defaults, type, path, report),
    },
  ];
}

function defaultsOf(
  written: Values = {},
  type: ObjectType,
  path: string,
  report: ProblemReport,
): Readonly<Record<string, string | number | boolean>> {
  return Object.fromEntries(
    Object.entries(written).flatMap(([field, value]) => {
      const found = writable(type, field, `${path}.defaults.${field}`, report);
      return found === undefined ? [] : [[found, value]];
    }),
  );
}

/** Returns the declared name of a writable field. Reports a problem if there is no such field. */
function writable(type: ObjectType, name: string, path: string, report: ProblemReport): string | undefined {
  const field = knownField(type, name, path, report);
  if (field !== undefined && !field.isWritable) report.add(path, `${field.name} is read-only`);
  return field?.isWritable === true ? field.name : undefined;
}
