import type { Webhook } from '../../config/webhook-settings.js';
import type { ServiceEvent } from '../../service/undo/events.js';
import { signedHeaders } from './signature.js';

/** The outcome of one attempt. */
export interface Outcome {
  readonly ok: boolean;
  /** Status of the answer, or what kept it from coming; never what the receiver wrote. */
  readonly reason: string;
  /** Milliseconds that the receiver asks to wait. */
  readonly retryAfter?: number | undefined;
}

const LONGEST_RETRY_AFTER = 3_600_000;

/**
 * Sends an event once. 2xx means that it was taken. A redirect is a failure: it would send a signed event to where
 * nobody configured it.
 */
export async function deliver(
  { url, timeoutSeconds }: Webhook,
  event: ServiceEvent,
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
    // Nothing that the receiver writes is read.
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
    if (timeout.aborted) return { ok: false, reason: `no answer within ${timeoutSeconds} seconds` };
    const { cause = error } = error as Error;
    const { code, name } = cause as NodeJS.ErrnoException;
    return { ok: false, reason: code ?? name };
  }
}

/** Seconds or a date (RFC 9110, 10.2.3). */
function retryAfterOf(header: string | null): number | undefined {
  if (header === null) return undefined;
  const wait = /^\d{1,9}$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isFinite(wait) && wait > 0 ? Math.min(wait, LONGEST_RETRY_AFTER) : undefined;
}
