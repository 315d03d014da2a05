import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromPlatformForm, toPlatformForm } from '../../../src/service/auth/platform-token.js';

const organisation = '00DLK000000ABCDEAA';
const other = '00DLK000000ABXDEAA';
/** The token format that the platform's command line accepts. */
const PLATFORM = /^(00D\w{12,15})![.\w]*$/;
const base64url = fc
  .uint8Array({ minLength: 1, maxLength: 60 })
  .map((bytes) => Buffer.from(bytes).toString('base64url'));
const token = fc.array(base64url, { minLength: 3, maxLength: 3 }).map((parts) => parts.join('.'));

describe("the platform's form of a token", () => {
  it('is one that its command line takes, and gives the same token back', () => {
    fc.assert(
      fc.property(token, (jwt) => {
        const form = toPlatformForm(jwt, organisation);
        expect(form).toMatch(PLATFORM);
        expect(fromPlatformForm(form, organisation)).toBe(jwt);
        expect(fromPlatformForm(jwt, organisation)).toBe(jwt);
      }),
    );
  });

  it('has one spelling: whatever else is sent is refused, or is another token', () => {
    fc.assert(
      fc.property(token, fc.nat(), fc.string({ maxLength: 2 }), (jwt, at, text) => {
        const form = toPlatformForm(jwt, organisation);
        const place = 16 + (at % (form.length - 16));
        const changed = form.slice(0, place) + text + form.slice(place + 1);
        fc.pre(changed !== form);
        let read: string | undefined;
        try {
          read = fromPlatformForm(changed, organisation);
        } catch (error) {
          expect((error as Error).name).toBe('InvalidTokenError');
        }
        expect(read).not.toBe(jwt);
      }),
    );
  });

  it('the token belongs to another organisation is refused', () => {
    expect(() => fromPlatformForm(toPlatformForm('a.b.c', other), organisation)).toThrow('another organisation');
  });
});
