import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import type { Request } from 'express';
import { z } from 'zod';
import { refuseIfShared } from '../../service/auth/private-file.js';
import { MOST } from '../../store/config/config-limits.js';
import type { InboundHook, WebForm } from '../../store/config/inbound-schema.js';
import { partsOf } from '../../records/contract/record-error.js';
import { RequestError } from '../../records/contract/request-error.js';
import { endpoint, type AppContext, ok } from '../../http/endpoint.js';
import { callerOf } from '../../http/caller.js';
import { deliveryOf, isSigned } from './inbound/hook-signature.js';
import { instanceUrl } from '../../http/instance-url.js';
import { plainPage, sentence } from '../../http/plain-page.js';
import { parseJson } from '../../http/request/json-body.js';
import { parseMediaType } from '../../http/request/media-type.js';
import { FORM_TYPE } from '../../http/request/oauth-form.js';
import { readBody } from '../../http/request/request-body.js';
import { json, type Answer } from '../../http/response/answer.js';
import { unknownPath } from '../../http/response/http-error.js';
import { valueAt } from '../../store/config/value-path.js';
import { ExpiringMap } from '../../service/auth/expiring-map.js';
import { FixedWindowCounter } from '../../service/auth/fixed-window-counter.js';

const page = { type: 'text/html', example: '<!doctype html><html lang="en">...</html>' };
const formShared = {
  about: 'nothing',
  tag: 'Records',
  body: {
    schema: z
      .looseObject({
        oid: z.string().optional().describe('Public key of the form, if it is not in the URL'),
        retURL: z
          .string()
          .optional()
          .describe('URL to which the service redirects the browser after success. It must be on an allowed origin'),
        last_name: z.string().optional(),
        email: z.string().optional(),
        company: z.string().optional(),
      })
      .meta({ id: 'WebFormPost' }),
    type: FORM_TYPE,
    example: { oid: '<key>', retURL: 'https://www.example.com/thanks', last_name: 'Doe', company: 'Example Ltd' },
  },
  responses: {
    200: { ...page, description: 'A thank-you page, if the form has no retURL' },
    303: {
      description: 'Redirects to retURL',
      headers: { Location: { description: 'retURL', schema: { type: 'string' } } },
    },
    400: { ...page, description: 'A page with the reason' },
    403: { ...page, description: 'The form is not on a page of an allowed origin' },
    429: { ...page, description: 'Too many forms (Retry-After)' },
  },
  errors: [404, 413, 500, 503],
} as const;

const FORM_HELP =
  'Creates a record from the inputs of the form. ' +
  'They have the names of Salesforce web forms (first_name, last_name, email, company ...) or names from `inbound.json`. ' +
  'Existing records are never changed: a duplicate becomes a suspected pair. ' +
  'No token is required, because the key is public and limited to the origins, rate and fields in `inbound.json`.';

export const postForm = endpoint('postForm', 'POST', '/services/forms/{formKey}', {
  ...formShared,
  route: 'forms',
  summary: 'Create a record from an HTML form',
  description: FORM_HELP,
  params: { formKey: { description: 'Public key of the form', match: '[A-Za-z0-9_-]{16,80}' } },
  handle: ({ request, params }, context) => taken(request, context, params['formKey']),
});

export const webToLead = endpoint('webToLead', 'POST', '/servlet/servlet.{kind}', {
  ...formShared,
  route: 'webTo',
  summary: 'Create a record from an HTML form at the URL of the platform, with oid or orgid as the key',
  description: FORM_HELP,
  params: { kind: { description: 'WebToLead or WebToCase', match: 'WebToLead|WebToCase' } },
  handle: ({ request }, context) => taken(request, context, undefined),
});

async function taken(request: Request, context: AppContext, named: string | undefined): Promise<Answer> {
  const { likeness, admission } = context;
  const forms = formsOf(likeness);
  const { type } = parseMediaType(request.headers['content-type'] ?? '');
  if (type !== FORM_TYPE || request.headers['content-encoding'] !== undefined)
    return refusal(400, `expected a form sent as ${FORM_TYPE}`);
  const body = await readBody(request, MOST.formBytes, 'identity', admission);
  const sent = new URLSearchParams(body.toString('utf8'));
  const key = named ?? sent.get('oid') ?? sent.get('orgid');
  const form = likeness.configuration.inbound.forms.find((one) => one.key === key);
  if (form === undefined) return refusal(404, 'the form is unknown');
  const origin = originOf(request);
  if (origin === undefined || !form.origins.includes(origin))
    return refusal(403, 'the form is not on a page of an allowed origin');
  const now = Date.now();
  const seconds = forms.refusedFor(form, admission.addressOf(request), now);
  if (seconds !== undefined)
    return refusal(429, 'too many forms were sent; try again in a minute', ['Retry-After', String(seconds)]);
  // Bots, which fill in every field, get the same response as people.
  if ((sent.get(form.honeypot) ?? '') !== '') return thanks(form, sent);
  return likeness.scheduler.begin(form.client, () => saved(context, form, sent, now));
}

async function saved(context: AppContext, form: WebForm, sent: URLSearchParams, now: number): Promise<Answer> {
  const data = recordOf(form, sent);
  const digest = createHash('sha256')
    .update(JSON.stringify([form.key, data]))
    .digest('base64');
  try {
    await formsOf(context.likeness).once(digest, now, () => create(context, form, data));
  } catch (error) {
    if (!(error instanceof RequestError) || error.status >= 500) throw error;
    return refusal(error.status, error.message);
  }
  return thanks(form, sent);
}

async function create({ likeness, auth }: AppContext, form: WebForm, data: Record<string, unknown>): Promise<void> {
  const client = auth.standIn(form.client, 'upsert', form.type.name);
  const [result] = await likeness.saveRecords(
    [{ kind: 'create', objectType: form.type.name, data }],
    { allOrNone: false, refusesDuplicates: false, reportsDuplicates: true },
    callerOf(client, randomUUID()),
  );
  if (result!.isSuccess) return;
  const { code, message } = partsOf(result!.errorMessage);
  throw new RequestError(400, code, message);
}

/** Returns the origin of the form's page. Browsers send at least one of the two headers. */
function originOf({ headers }: Request): string | undefined {
  const { origin, referer } = headers;
  if (origin !== undefined && origin !== 'null') return origin;
  return referer !== undefined && URL.canParse(referer) ? new URL(referer).origin : undefined;
}

function thanks({ origins }: WebForm, sent: URLSearchParams): Answer {
  const to = sent.get('retURL') ?? '';
  const isAllowed = URL.canParse(to) && origins.includes(new URL(to).origin);
  if (isAllowed) return { status: 303, headers: ['Location', new URL(to).href] };
  return plainPage(200, 'Thank you', '<h1>Thank you</h1><p>Your data was received.</p>');
}

function refusal(status: number, reason: string, headers: readonly string[] = []): Answer {
  const body = `<h1>Your data was not saved</h1><p>${sentence(reason)}</p><p class="soft">Go back and try again.</p>`;
  return { ...plainPage(status, 'Your data was not saved', body), headers };
}

const hookAnswerSchema = z
  .strictObject({
    received: z.int().describe('Number of records in the message'),
    saved: z.int(),
    errors: z.array(z.string()).describe('Reasons for records that were not saved'),
  })
  .meta({ id: 'HookAnswer' });

export const receiveHook = endpoint('receiveHook', 'POST', '/services/hooks/{hookId}', {
  about: 'nothing',
  tag: 'Records',
  route: 'hooks',
  summary: 'Receive a webhook from another service and save its data as records',
  description:
    'The file `inbound.json` defines the signature format, the client and the mapping of values to fields. ' +
    'No token is required, because the service checks the signature of the raw bytes. ' +
    'A repeated message has no effect.',
  params: { hookId: { description: 'Id from inbound.json', match: '[a-z0-9][a-z0-9-]{0,39}' } },
  body: {
    schema: z.unknown().meta({ id: 'HookMessage' }),
    isRaw: true,
    example: { event_id: '01H...', form_response: { answers: [{ field: { ref: 'mail' }, email: 'doe@example.com' }] } },
  },
  responses: ok({
    description: 'Accepted; failed records are only counted, so that the sender does not retry',
    schema: hookAnswerSchema,
    example: { received: 1, saved: 1, errors: [] },
  }),
  errors: [400, 401, 403, 404, 413, 500, 503],
  async handle({ request, params }, context) {
    const { likeness, admission, settings, auth, logger } = context;
    const hook = likeness.configuration.inbound.hooks.find(({ id }) => id === params['hookId']);
    if (hook === undefined) throw unknownPath();
    const body = await readBody(request, MOST.hookBytes, 'identity', admission);
    const url = instanceUrl(settings, request.socket) + request.originalUrl;
    const message = { headers: request.headers, body, url, method: request.method };
    if (!isSigned(hook.style, secretOf(hook, logger), message, Date.now()))
      throw new RequestError(401, 'INVALID_SIGNATURE', 'The signature is invalid, or the message is too old');
    return likeness.scheduler.begin(hook.client, async () => {
      const { value } = parseJson(body);
      const records = recordsOf(hook, value);
      const client = auth.standIn(hook.client, 'upsert', hook.type.name);
      const delivery = deliveryOf(hook.style, message, value) ?? createHash('sha256').update(body).digest('base64url');
      const errors: string[] = [];
      for (const [i, data] of records.entries()) {
        const reason = await whyNotSaved(context, hook, data, callerOf(client, randomUUID()), `${delivery} ${i}`);
        if (reason !== undefined) errors.push(reason);
      }
      return json({ received: records.length, saved: records.length - errors.length, errors });
    });
  },
});

async function whyNotSaved(
  { likeness }: AppContext,
  { id, type, duplicates }: InboundHook,
  objectData: Record<string, unknown>,
  caller: ReturnType<typeof callerOf>,
  delivery: string,
): Promise<string | undefined> {
  const objectType = type.name;
  const input = {
    ...{ objectType, objectData, duplicateCheck: true },
    ...(duplicates === 'fillBlanks' && { onDuplicate: 'fillBlanks' as const }),
  };
  const key = `hook ${id} ${createHash('sha256').update(delivery).digest('base64url')}`;
  try {
    const { isSuccess, errorMessage } = await likeness.upsert(input, caller, key);
    return isSuccess ? undefined : (errorMessage ?? 'not saved');
  } catch (error) {
    // The message was already saved, and has been sent again with an irrelevant difference.
    if (error instanceof RequestError && error.errorCode === 'DUPLICATE_REQUEST') return undefined;
    throw error;
  }
}

/**
 * Reads the secret for each message, so that a changed secret applies immediately. @throws RequestError 503 if it is
 * unreadable
 */
function secretOf({ id, secretFile }: InboundHook, logger: AppContext['logger']): string {
  try {
    refuseIfShared(secretFile, statSync(secretFile).mode);
    return readFileSync(secretFile, 'utf8').trim();
  } catch (error) {
    logger.warn(`inbound hook ${id}: its secret cannot be read: ${(error as Error).message}`);
    throw new RequestError(503, 'SERVER_UNAVAILABLE', 'The secret of this hook cannot be read at the moment');
  }
}

/** Returns an empty list if the message is not about records. */
function recordsOf(hook: InboundHook, message: unknown): Record<string, unknown>[] {
  const elements = hook.each === undefined ? message : valueAt(message, hook.each);
  const all: readonly unknown[] = hook.each !== undefined && Array.isArray(elements) ? elements : [elements];
  return all.slice(0, MOST.hookRecords).flatMap((element) => {
    // A condition may refer to the whole message, or to one of its elements.
    const meets = hook.when.every(({ path, values }) => {
      const found = valueAt(element, path) ?? valueAt(message, path);
      return values.some((value) => value === found);
    });
    return meets ? [hookRecord(hook, element)] : [];
  });
}

function hookRecord({ fields, defaults }: InboundHook, element: unknown): Record<string, unknown> {
  const values: Record<string, unknown> = { ...defaults };
  for (const { field, path } of fields) {
    const value = valueAt(element, path);
    if (typeof value === 'string' ? value.trim() !== '' : typeof value === 'number' || typeof value === 'boolean')
      values[field] = value;
  }
  return values;
}

const MINUTE = 60_000;
/** Milliseconds during which an identical form is treated as a repetition. */
const SAME_MS = 600_000;
const REMEMBERED = 20_000;

class RecentForms {
  readonly #ofForm = new FixedWindowCounter(MINUTE, 1_000);
  readonly #ofAddress = new FixedWindowCounter(MINUTE, REMEMBERED);
  readonly #same = new ExpiringMap<Promise<void>>(REMEMBERED);

  /**
   * Counts a submission. @returns seconds to wait if there were too many submissions of the form or from the address;
   * this one is then not counted
   */
  refusedFor({ key, perMinute, perMinuteAndAddress }: WebForm, address: string, now: number): number | undefined {
    const ofAddress = `${key} ${address}`;
    if (this.#ofForm.count(key, now) >= perMinute) return this.#ofForm.secondsLeft(key, now);
    if (this.#ofAddress.count(ofAddress, now) >= perMinuteAndAddress)
      return this.#ofAddress.secondsLeft(ofAddress, now);
    this.#ofForm.add(key, now);
    this.#ofAddress.add(ofAddress, now);
    return undefined;
  }

  /** Saves a form once. A failed form can be sent again. @param digest Digest of form and values */
  async once(digest: string, now: number, save: () => Promise<void>): Promise<void> {
    const before = this.#same.get(digest, now);
    if (before !== undefined) return before;
    const saving = save();
    this.#same.set(digest, saving, now + SAME_MS);
    try {
      await saving;
    } catch (error) {
      this.#same.delete(digest);
      throw error;
    }
  }
}

const ofService = new WeakMap<object, RecentForms>();

function formsOf(service: object): RecentForms {
  const forms = ofService.get(service) ?? new RecentForms();
  ofService.set(service, forms);
  return forms;
}

/** Field names by their names in Web-to-Lead forms. */
const LEAD_NAMES: Readonly<Record<string, string>> = {
  ...{ first_name: 'FirstName', last_name: 'LastName', salutation: 'Salutation', title: 'Title', email: 'Email' },
  ...{ company: 'Company', phone: 'Phone', mobile: 'MobilePhone', fax: 'Fax', url: 'Website' },
  ...{ street: 'Street', city: 'City', state: 'State', state_code: 'StateCode', zip: 'PostalCode' },
  ...{ country: 'Country', country_code: 'CountryCode', description: 'Description', lead_source: 'LeadSource' },
  ...{ industry: 'Industry', rating: 'Rating', revenue: 'AnnualRevenue', employees: 'NumberOfEmployees' },
  ...{ emailoptout: 'HasOptedOutOfEmail', faxoptout: 'HasOptedOutOfFax', donotcall: 'DoNotCall' },
};
/** Field names by their names in Web-to-Case forms. */
const CASE_NAMES: Readonly<Record<string, string>> = {
  ...{ name: 'SuppliedName', email: 'SuppliedEmail', phone: 'SuppliedPhone', company: 'SuppliedCompany' },
  ...{ subject: 'Subject', description: 'Description', type: 'Type', status: 'Status', reason: 'Reason' },
  ...{ priority: 'Priority' },
};
const USUAL: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Lead: LEAD_NAMES,
  Contact: LEAD_NAMES,
  Case: CASE_NAMES,
};

/**
 * Reads the form's configured fields, and the platform's usual names. Other input is ignored. Repeated values are
 * joined by semicolons, as on the platform.
 */
function recordOf(form: WebForm, sent: URLSearchParams): Record<string, unknown> {
  const values = new Map<string, string[]>();
  for (const [name, value] of sent) {
    const field = fieldOf(form, name.toLowerCase());
    if (field === undefined || value.trim() === '') continue;
    const all = values.get(field);
    if (all === undefined) values.set(field, [value.trim()]);
    else all.push(value.trim());
  }
  return {
    ...form.defaults,
    ...Object.fromEntries([...values].map(([field, all]) => [field, valueOf(form, field, all)])),
  };
}

function fieldOf({ type, fields }: WebForm, name: string): string | undefined {
  const own = fields.get(name);
  if (own !== undefined) return own;
  const usual = USUAL[type.name];
  const field = usual && Object.hasOwn(usual, name) ? type.field(usual[name]!) : undefined;
  return field?.isWritable === true ? field.name : undefined;
}

/** Converts a value. Browsers send `1` or `on` for a ticked box. */
function valueOf({ type }: WebForm, field: string, all: readonly string[]): unknown {
  if (type.field(field)?.type === 'boolean') return ['1', 'on', 'true', 'yes'].includes(all[0]!.toLowerCase());
  return all.join(';');
}
