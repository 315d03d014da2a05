import fc from 'fast-check';
import { expect, it } from 'vitest';
import { contact } from './contact.js';
import { newFolder } from './folders.js';
import { PowerCutFiles } from './power-cut-files.js';
import { Allowed, empty, expectWhole, live, liveAll, randomLives, type Step } from './power-cut-lives.js';

const program: Step[] = [
  [[{ kind: 'put', record: contact(1) }], [{ kind: 'put', record: contact(2) }]],
  [
    [
      { kind: 'put', record: contact(3) },
      { kind: 'delete', id: contact(1).id },
    ],
  ],
  'compact',
  [[{ kind: 'put', record: contact(4) }], [{ kind: 'delete', id: contact(2).id }]],
  [[{ kind: 'counter', name: 'id:003', value: 4 }]],
  [[{ kind: 'put', record: contact(5) }]],
  'compact',
  [[{ kind: 'put', record: contact(3, { LastName: 'again' }) }]],
];

it('a power cut at every single operation loses nothing that was acknowledged and leaves no half', async () => {
  const root = await newFolder();
  const whole = new PowerCutFiles();
  await live(await empty(root, 'whole'), whole, program, new Allowed());
  expect(whole.operations).toBeGreaterThan(20);
  const survivals: ((turn: number) => number)[] = [
    () => 0,
    () => 0.999,
    (turn) => (turn % 2 === 0 ? 0 : 0.999),
    (turn) => (turn % 2 === 0 ? 0.999 : 0),
    () => 0.5,
  ];
  for (let cutAt = 0; cutAt < whole.operations; cutAt++)
    for (const [i, survival] of survivals.entries()) {
      const allowed = new Allowed();
      const folder = await empty(root, `${cutAt}-${i}`);
      const files = new PowerCutFiles(cutAt);
      await live(folder, files, program, allowed);
      let turn = 0;
      await files.leave(`${folder}-left`, () => survival(turn++));
      await expectWhole(`${folder}-left`, allowed);
    }
});

it('random programs through several deaths of process and power, during recovery too, lose nothing and leave no half', async () => {
  await fc.assert(
    fc.asyncProperty(randomLives, async (lives) => {
      await liveAll(lives);
    }),
    { numRuns: 100 },
  );
});
