import type { Auth } from './auth.js';
import type { WorkNeeds } from './lost-right.js';

/** See `Auth`; absent at the command line. */
export type MayGoOn = Auth['mayGoOn'];

/**
 * The rights that some work has now.
 *
 * @param kept objects that its client was limited to when it was requested; `null`: no limit
 * @returns those that the client is still limited to; `null`: no limit
 * @throws RequestError 403
 */
export function rightsNow(
  mayGoOn: MayGoOn | undefined,
  kept: readonly string[] | null,
  needs: WorkNeeds,
): readonly string[] | null {
  const now = mayGoOn?.(needs);
  if (now === undefined) return kept;
  return kept === null ? now : kept.filter((name) => now.includes(name));
}
