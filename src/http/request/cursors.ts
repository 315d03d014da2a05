import { z } from 'zod';
import type { Auth } from '../../service/auth/auth.js';
import type { Client } from '../../service/auth/client.js';
import type { SealedKind } from '../../service/auth/seal.js';
import { RequestError } from '../../records/contract/request-error.js';

/** Sealed cursors, valid for two days. */
const CURSORS: SealedKind<{ at: string }> = {
  purpose: 'cursor',
  schema: z.strictObject({ at: z.string() }),
  life: 172_800,
};

/** Query parameter that holds `next` of a page. The cursor can contain a sorted value of 255 characters. */
export const CURSOR = z.string().min(1).max(4_000);

export interface Cursors {
  write(at: string | null): string | null;
  /** @param name query parameter @throws RequestError 400 if the cursor is expired or for another client or list */
  read(name: string, text: string | undefined): Promise<string | undefined>;
}

/** @param list identifies the list. Cursors of other lists are rejected */
export function cursorsOf(
  { auth }: { readonly auth: Pick<Auth, 'seal'> },
  client: Pick<Client, 'client_id'>,
  list: string,
): Cursors {
  const holder = `${client.client_id} ${list}`;
  return {
    write: (at) => (at === null ? null : auth.seal.seal(CURSORS, { at }, holder)),
    async read(name, text) {
      if (text === undefined) return undefined;
      const opened = await auth.seal.open(CURSORS, text, holder);
      if (opened !== undefined) return opened.value.at;
      const message = `${name}: expected \`next\` from a page of this list that is at most two days old`;
      throw new RequestError(400, 'INVALID_QUERY_PARAMETER', message, [name]);
    },
  };
}
