import { z } from 'zod';

/** End of a license: a day (`2026-12-31`, valid until its end in UTC) or a time (`2026-12-31T12:00:00Z`). */
export const licenseUntilSchema = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })])
  .refine((text) => Number.isFinite(licenseEnd(text)), { error: 'expected a date such as 2026-12-31' });

/** A client's API license. `until` has an effect only if the state is `valid`. Without `until`, it does not expire. */
export const licenseSchema = z.strictObject({
  state: z.enum(['none', 'valid', 'revoked']),
  until: licenseUntilSchema.optional(),
});
export type ApiLicense = z.output<typeof licenseSchema>;

const DAY = 86_400_000;

/** Returns the end of a license in milliseconds since the epoch. */
function licenseEnd(until: string | undefined): number {
  if (until === undefined) return Infinity;
  return until.length === 10 ? Date.parse(`${until}T00:00:00Z`) + DAY : Date.parse(until);
}

/**
 * Returns the end of a sentence that says why a license is not valid, or `undefined` if it is valid.
 * @param now milliseconds since the epoch
 */
export function licenseFault(licence: ApiLicense | undefined, now: number): string | undefined {
  switch (licence?.state) {
    case undefined:
    case 'none':
      return 'this client has no license';
    case 'revoked':
      return 'the license of this client has been revoked';
    case 'valid':
      return now < licenseEnd(licence.until) ? undefined : `the license of this client expired on ${licence.until!}`;
  }
}
