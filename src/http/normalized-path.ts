import type { RequestHandler } from 'express';

/** Removes duplicate and trailing slashes, which clients of the platform send (`//services/data`, `.../Lead/`). */
function normalizePath(url: string): string {
  if (!url.startsWith('/')) return url;
  const query = url.indexOf('?');
  const path = query < 0 ? url : url.slice(0, query);
  const single = path.replaceAll(/\/{2,}/g, '/');
  const plain = single.length > 1 && single.endsWith('/') ? single.slice(0, -1) : single;
  return query < 0 ? plain : plain + url.slice(query);
}

/** Serves an unknown path in its normalised form, without slowing down known paths. */
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
