import express, { type Express } from 'express';

/**
 * Express without what costs time and is not used: no ETags, no query parser, no advertisement; paths are taken to the
 * letter.
 */
export function bareApp(): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('query parser', false);
  app.enable('case sensitive routing');
  app.enable('strict routing');
  return app;
}
