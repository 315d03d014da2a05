import express, { type Express } from 'express';

/** Express without unused expensive features: no ETags, no query parser, no X-Powered-By; paths are matched exactly. */
export function bareApp(): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('query parser', false);
  app.enable('case sensitive routing');
  app.enable('strict routing');
  return app;
}
