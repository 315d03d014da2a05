import { expect, it } from 'vitest';
import { poll, type Following } from '../../src/runtime/watch.js';

it('polls until it is ended, and reports a reason of failure once, for as long as it is the reason', async () => {
  const outcomes = ['down', 'down', 'refused', undefined, 'down', undefined];
  const told: string[] = [];
  let polling!: Following;
  let count = 0;
  await new Promise<void>((resolve) => {
    const look = (): Promise<void> => {
      const outcome = outcomes[count++];
      if (count === outcomes.length) resolve();
      return outcome === undefined ? Promise.resolve() : Promise.reject(new Error(outcome));
    };
    polling = poll(look, 0, (reason) => told.push(reason));
  });
  await polling.end();
  expect(told).toEqual(['down', 'refused', 'down']);
  const seen = count;
  // A pending call would run before this timer.
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(count).toBe(seen);
});

it('ends when the one that is under way has ended', async () => {
  let release!: () => void;
  const held = new Promise<void>((resolve) => (release = resolve));
  let isOver = false;
  const polling = poll(
    async () => {
      await held;
      isOver = true;
    },
    0,
    () => undefined,
  );
  const ended = polling.end();
  release();
  await ended;
  expect(isOver).toBe(true);
});
