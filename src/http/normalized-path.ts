import type { RequestHandler } from 'express';

/**
 * An address without doubled slashes and without one at its end, which clients of the platform send (`//services/data`,
 * `.../Lead/`). What stands behind the `?` is left alone.
 */
export function normalizePath(url: string): string {
  if (!url.startsWith('/')) return url;
  const query = url.indexOf('?');
  const path = query < 0 ? url : url.slice(0, query);
  const single = path.replaceAll(/\/{2,}/g, '/');
  const plain = single.length > 1 && single.endsWith('/') ? single.slice(0, -1) : single;
  return query < 0 ? plain : plain + url.slice(query);
}

/**
 * Serves an address that no resource has once more in its plain form: usual addresses never come here, so they pay
 * nothing for it.
 */
export function serveNormalizedPath(app: RequestHandler): RequestHandler {
  return (request, response, next) => {
    const plain = normalizePath(request.url);
    if (plain === request.url) {
      next();
      return;
    }
    request.url = plain;
    void app(request, response, next);
  };
}
