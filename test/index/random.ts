export { Random } from '../../bench/synthetic/random.js';

/** Returns a new seed, or the one set in the environment, and prints it so that a failure can be repeated. */
export function freshSeed(what: string): number {
  const asked = process.env['LIKENESS_TEST_SEED'];
  const seed = asked === undefined ? Date.now() & 0x7fffffff : Number(asked);
  console.log(`${what}: seed ${seed} (repeat with LIKENESS_TEST_SEED=${seed})`);
  return seed;
}
