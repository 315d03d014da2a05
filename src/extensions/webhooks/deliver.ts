import type { Webhook } from '../../store/config/webhook-settings.js';
import { signedHeaders } from './signature.js';

export interface Outcome {
  readonly ok: boolean;
  /** The response status, or the reason why there was no response. Never contains the receiver's response body. */
  readonly reason: string;
  /** The receiver's `Retry-After` in milliseconds. */
  readonly retryAfter?: number | undefined;
}

const LONGEST_RETRY_AFTER = 3_600_000;

/**
 * Sends an event once. A 2xx response means that the event has been delivered. A redirect fails, because it would send
 * a signed event to a URL that was not configured.
 */
export async function deliver(
  { url, timeoutSeconds }: Webhook,
  event: { readonly id: string },
  secrets: readonly string[],
  stop: AbortSignal,
): Promise<Outcome> {
  const body = JSON.stringify(event);
  const timeout = AbortSignal.timeout(timeoutSeconds * 1_000);
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Likeness',
        ...signedHeaders(event.id, Date.now(), body, secrets),
      },
      body,
      signal: AbortSignal.any([timeout, stop]),
    });
    await response.body?.cancel();
    const { status } = response;
    if (response.ok) return { ok: true, reason: String(status) };
    const isRedirect = status >= 300 && status < 400;
    return {
      ok: false,
      reason: isRedirect ? `${status}: redirects are not followed` : String(status),
      retryAfter: retryAfterOf(response.headers.get('retry-after')),
    };
  } catch (error) {
    if (timeout.aborted) return { ok: false, reason: `no response within ${timeoutSeconds} seconds` };
    const { cause = error } = error as Error;
    const { code, name } = cause as NodeJS.ErrnoException;
    return { ok: false, reason: code ?? name };
  }
}

/** Parses a `Retry-After` header, which contains seconds or a date (RFC 9110, 10.2.3). */
function retryAfterOf(header: string | null): number | undefined {
  if (header === null) return undefined;
  const wait = /^\d{1,9}$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isFinite(wait) && wait > 0 ? Math.min(wait, LONGEST_RETRY_AFTER) : undefined;
}
