import type { OpenApiDocument } from './openapi.js';

/** The page at `/` and `/docs`: every endpoint with an example, made from the OpenAPI document. No script, nothing loaded from elsewhere. */
export function documentationPage(document: OpenApiDocument): string {
  const endpoints = Object.entries(document.paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, operation]) => {
      const example = exampleOf(operation.requestBody);
      const answers = Object.entries(operation.responses)
        .map(([status, response]) => `<li><b>${escape(status)}</b> ${escape(descriptionOf(response))}</li>`)
        .join('');
      return `<section><h2><code>${verb.toUpperCase()} ${escape(path)}</code></h2><p>${escape(operation.summary)}</p>${
        example === undefined ? '' : `<pre>${escape(JSON.stringify(example, null, 2))}</pre>`
      }<details><summary>Answers</summary><ul>${answers}</ul></details></section>`;
    }),
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(document.info.title)}</title><style>${STYLE}</style></head><body><main>
<h1>${escape(document.info.title)}</h1><p>${escape(document.info.description)}</p>
<p>Machine-readable: <a href="/openapi.json">/openapi.json</a> (OpenAPI 3.1). Health: <a href="/healthz">/healthz</a>.</p>
${endpoints.join('\n')}
</main></body></html>
`;
}

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;margin:0;color:#1d2530;background:#fff}main{max-width:56rem;margin:0 auto;padding:2rem 1rem}' +
  'h1{margin:0 0 .5rem}h2{font-size:1rem;margin:0}section{border-top:1px solid #d7dde5;padding:1rem 0}p{margin:.4rem 0}' +
  'pre{background:#f3f5f8;padding:.75rem;overflow:auto;border-radius:6px;font-size:.85rem}a{color:#0b5cad}summary{cursor:pointer}';

function exampleOf(requestBody: unknown): unknown {
  const content = (requestBody as { content?: Record<string, { example?: unknown }> } | undefined)?.content;
  return content && Object.values(content)[0]?.example;
}

function descriptionOf(response: unknown): string {
  return (response as { description: string }).description;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
