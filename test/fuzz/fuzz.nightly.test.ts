import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seed } from '../support/seed.js';
import { Fuzzed } from './fuzzed.js';
import { requests } from './requests.js';
import { entriesOf } from '../support/entries.js';

/** Duration of the long mode (`npm run test:fuzz -- --minutes N`). 0 sends only the few requests of a test run. */
const MINUTES = Number(process.env['LIKENESS_FUZZ_MINUTES'] ?? 0);
const IS_LONG = MINUTES > 0;
const DURATION = MINUTES * 60_000;
const TIME = DURATION + 180_000;
/** Number of concurrent requests. */
const LANES = IS_LONG ? 16 : 2;
/** Requests after which a long run restarts with an empty store, so that searches stay fast. */
const STINT = 20_000;

/** Responses that a long run must have reached, because each requires code that refused requests never reach. */
const SUCCESSES = entriesOf(`
  POST /services/apexrest/dupcheck/dc3DataApi 403 | POST /services/apexrest/dupcheck/dc3DataApi 409
  POST /services/apexrest/dupcheck/dc3Api/explain 200 | GET /services/apexrest/dupcheck/history/{recordId} 200
  POST /services/apexrest/dupcheck/undo/{changeId} 200 | GET /services/data/{version}/sobjects 200
  GET /services/data/{version}/sobjects/{objectType}/describe 200
  GET /services/data/{version}/sobjects/{objectType}/{recordId} 200
  HEAD /services/data/{version}/sobjects/{objectType}/{recordId} 200
  DELETE /services/data/{version}/sobjects/{objectType}/{recordId} 204
  OPTIONS /services/apexrest/dupcheck/dc3DataApi 204 | POST /services/oauth2/token 200
  POST /services/oauth2/introspect 200 | POST /services/oauth2/revoke 200 | GET /services/oauth2/userinfo 200
  GET /id/{organizationId}/{userId} 200
`);

describe('the service under requests made at random from its own schemas', () => {
  it(
    'every answer is one that its own documentation knows, none is an internal error, and afterwards the service is unharmed',
    async () => {
      const totals = new Map<string, number>();
      const end = Date.now() + DURATION;
      let spent = 0;
      for (let stint = 0; stint === 0 || Date.now() < end; stint += 1) {
        const fuzzed = await Fuzzed.open();
        const began = Date.now();
        const goesOn = () => IS_LONG && Date.now() < end && fuzzed.sent < STINT;
        const requested = requests(fuzzed.documented.document, fuzzed.served);
        const lane = async (number: number): Promise<void> => {
          for (let round = 0; round === 0 || goesOn(); round += 1)
            await fc.assert(
              fc.asyncProperty(fc.array(requested, { minLength: 1, maxLength: 4 }), async (several) => {
                for (const request of several) await fuzzed.check(request);
              }),
              {
                numRuns: IS_LONG ? 250 : 75,
                endOnFailure: IS_LONG,
                seed: seed + stint * 1_000_003 + number * 10_007 + round,
              },
            );
        };
        await Promise.all(Array.from({ length: LANES }, (_, number) => lane(number)));
        spent += Date.now() - began;
        await fuzzed.conclude();
        for (const [key, count] of fuzzed.statuses) totals.set(key, (totals.get(key) ?? 0) + count);
      }
      // The requests included successes and refusals of the most important endpoints.
      for (const endpoint of [
        'POST /services/apexrest/dupcheck/dc3DataApi',
        'POST /services/apexrest/dupcheck/dc3Api/search',
      ])
        for (const status of [200, 400]) expect(totals.get(`${endpoint} ${status}`)).toBeGreaterThan(0);
      if (!IS_LONG) return;
      printed(totals, spent);
      for (const success of SUCCESSES) expect(totals.get(success), success).toBeGreaterThan(0);
    },
    TIME,
  );

  /** Prints the number of requests, in total and by operation and status. */
  function printed(totals: ReadonlyMap<string, number>, milliseconds: number): void {
    const sum = [...totals.values()].reduce((a, b) => a + b, 0);
    const lines = [...totals].sort().map(([key, count]) => `${count}\t${key}`);
    const rate = Math.round(sum / (milliseconds / 1_000));
    console.log([...lines, `${sum} requests, ${rate} a second, seed ${seed}`].join('\n'));
  }
});
