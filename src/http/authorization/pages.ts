import type { AskedFor } from '../../service/auth/authorizations.js';
import type { Client } from '../../service/auth/client.js';
import type { Scope } from '../../service/auth/scopes.js';
import { escape } from '../openapi/escape-html.js';
import { plainPage, sentence } from '../plain-page.js';
import type { Answer } from '../response/answer.js';

const IN_WORDS: Readonly<Record<Scope, string>> = {
  search: 'search for duplicates and read the values of matching records',
  upsert: 'create records and update duplicates',
  read: 'read records',
  write: 'change records by Id',
  delete: 'delete records',
  history: 'see what changed, when and by whom',
  undo: 'undo changes',
  export: 'export the configuration',
  disclose: 'read all data held about one person',
  erase: 'permanently erase records and all data held about them',
  review: 'decide which records are duplicates and merge them',
  admin: 'change the service settings',
};

export interface ConsentPage {
  readonly asked: AskedFor;
  readonly user: Client;
  /** Name of the person, or of the client if the session has no personal name. */
  readonly person: string;
  readonly csrfToken: string;
  /** Query parameters from the app, resubmitted with the user's decision. */
  readonly query: ReadonlyMap<string, string>;
}

export function consentPage({ asked, user, person, csrfToken, query }: ConsentPage): Answer {
  const granted = asked.scopes.filter((scope) => user.scopes.includes(scope));
  const { app, redirectUri, isLasting } = asked;
  const list = granted.map((scope) => `<li>${escape(IN_WORDS[scope])}</li>`).join('');
  const objects =
    app.objects && user.objects
      ? app.objects.filter((name) => user.objects!.includes(name))
      : (app.objects ?? user.objects);
  const only = objects === undefined ? '' : `<p>Only records of ${escape(objects.join(', '))}.</p>`;
  const hidden = [...query, ['csrf_token', csrfToken] as const]
    .map(([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`)
    .join('');
  const what =
    granted.length === 0
      ? '<p>You do not have any of the permissions it requests.</p>'
      : `<p>It would be able to:</p><ul>${list}</ul>${only}<p class="soft">${
          isLasting ? 'They remain valid until you or an administrator revokes them.' : 'They expire after two hours.'
        }</p>`;
  const allow = granted.length === 0 ? '' : '<button class="main" name="decision" value="allow">Allow</button>';
  return plainPage(
    200,
    `Allow ${app.name} to act as you?`,
    `<h1>Allow “${escape(app.name)}” to act as you?</h1>
<p>You are logged in as <b>${escape(person)}</b>. Your decision is sent to the app at <b>${escape(whereOf(redirectUri))}</b>.</p>
${what}<form method="post" action="/services/oauth2/authorize">${hidden}
<div class="buttons">${allow}<button name="decision" value="deny">Do not allow</button></div></form>`,
  );
}

/**
 * Returns a page that sends the browser to the app. The policy for forms blocks a redirect response to another site.
 */
export function backToApp(address: string, { app }: Pick<AskedFor, 'app'>): Answer {
  const to = escape(address);
  return plainPage(
    200,
    `Back to ${app.name}`,
    `<h1>Back to “${escape(app.name)}”</h1><p>If nothing happens, <a href="${to}">continue</a>.</p>`,
    `<meta http-equiv="refresh" content="0;url=${to}">`,
  );
}

export function refusalPage(status: number, reason: string): Answer {
  return plainPage(
    status,
    'The app is not allowed to make this request',
    `<h1>The app is not allowed to make this request</h1><p>${sentence(reason)}</p>
<p class="soft">Contact the developer of the app or the administrator of this service. No permissions were granted.</p>`,
  );
}

/** Returns the host of a redirect URI, or its scheme for a local app. */
function whereOf(redirectUri: string): string {
  const { host, protocol } = new URL(redirectUri);
  return host === '' ? protocol.slice(0, -1) : host;
}
