import type { Express } from 'express';
import type { AppParts } from '../../src/http/app-context.js';

/** Modules of the built program, or of its source in tests. */
export interface AppModules {
  readonly app: typeof import('../../src/http/app.js');
  readonly answer: typeof import('../../src/http/response/answer.js');
  readonly body: typeof import('../../src/http/request/request-body.js');
}

/**
 * An Express application with one authenticated route that reads its body and returns text of a given size. As the
 * baseline of the HTTP benches, the app shows the cost of a service in which searches are free.
 *
 * @param text JSON response
 */
export function createEmptyApp(
  { app, answer, body }: AppModules,
  parts: AppParts,
  path: string,
  text: string,
): Express {
  const empty = { status: 200, body: text, type: answer.JSON_TYPE };
  return app.createApp(parts, [
    {
      id: 'empty',
      tag: 'Operations',
      method: 'POST',
      path,
      route: 'empty',
      scope: 'search',
      about: 'nothing',
      summary: 'Nothing',
      responses: { 200: { description: 'The text', type: 'application/json' } },
      async handle({ request }, { settings, admission }) {
        await body.readBody(request, settings.bodyLimit, 'identity', admission);
        return empty;
      },
    },
  ]);
}
