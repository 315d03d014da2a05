import express, { type Express } from 'express';

/** Creates an Express application with exact paths and without ETags, query parser and X-Powered-By. */
export function bareApp(): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('query parser', false);
  app.enable('case sensitive routing');
  app.enable('strict routing');
  return app;
}
