import { STYLE } from './openapi/docs-style.js';
import { escape } from './openapi/escape-html.js';
import { HTML_TYPE, type Answer } from './response/answer.js';

export function sentence(reason: string): string {
  return `${escape(reason.charAt(0).toUpperCase() + reason.slice(1))}.`;
}

/** Returns an HTML page for a browser. @param body HTML @param head HTML */
export function plainPage(status: number, title: string, body: string, head = ''): Answer {
  return {
    status,
    type: HTML_TYPE,
    isSecret: true,
    body: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">${head}
<title>${escape(title)}</title><style>${STYLE}</style></head><body><main class="narrow">
${body}
</main></body></html>
`,
  };
}
