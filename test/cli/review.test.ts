import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { DecisionsPage, ShownDecision } from '../../src/service/review/review-types.js';
import type { ShownJob } from '../../src/service/jobs/job.js';
import { newFolder } from '../store/folders.js';
import { cli, done, json } from '../support/command-line.js';

const people = `FirstName,LastName,Email,Phone
Ann,Okafor,ann@okafor.example,+353 1 234 5678
Ann,Okafor,ann@okafor.example,+353 1 234 5678
Bola,Weber,bola@weber.example,+353 1 987 6543
Bola,Weber,bola@weber.example,+353 1 987 6543
Chen,Lindqvist,chen@lindqvist.example,+46 8 123 456
`;

it('over a data folder, a job finds groups, people decide about them, and evaluate measures by what they decided', async () => {
  const folder = await newFolder();
  const data = join(folder, 'data');
  const file = join(folder, 'people.csv');
  await writeFile(file, people);
  const at = ['--data', data, '--config', join(folder, 'none')];
  await done(['import', '--no-check', file, '--object', 'Contact', ...at]);

  const job = await json<ShownJob>(['jobs', 'start', '--object', 'Contact', ...at, '--json']);
  expect(job).toMatchObject({ status: 'completed', records: 5, groups: 2, clientId: 'command-line' });
  const out = join(folder, 'groups.csv');
  await done(['jobs', 'groups', '--object', 'contact', '--status', 'open', '--out', out, ...at]);
  const rows = (await readFile(out, 'utf8'))
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','));
  expect(rows.map((row) => [row[1], row[2], row[4]])).toEqual(
    Array.from({ length: 4 }, () => ['100', 'open', 'unchanged']),
  );
  const ids = (group: number) => rows.filter((row) => row[0] === `${job.id}.${group}`).map((row) => row[3]!);

  await done(['review', 'decide', 'notduplicate', ...ids(1), '--note', 'twins', ...at]);
  const merged = await json<ShownDecision>(['review', 'decide', 'duplicate', ...ids(2), ...at, '--json']);
  expect(merged.changeId).toMatch(/^change-/);
  const page = await json<DecisionsPage>(['review', 'list', '--object', 'Contact', ...at, '--json']);
  expect(page.records.map(({ verdict, note }) => [verdict, note])).toEqual([['duplicate', null], ['notDuplicate', 'twins']]); // prettier-ignore

  const judged = join(folder, 'judged');
  await done(['review', 'labels', '--object', 'Contact', '--out', judged, ...at]);
  const labels = (await readFile(join(judged, 'labels.csv'), 'utf8')).trim().split('\n').slice(1);
  expect(labels).toEqual([`${ids(2).join(',')},true`, `${ids(1).join(',')},false`]);
  const evaluated = await json<{ measure: { precision: number; recall: number } }>([
    ...['evaluate', join(judged, 'records.csv'), '--object', 'Contact', '--id', 'id', '--scenario', 'built-in'],
    ...['--labels', join(judged, 'labels.csv'), '--config', join(folder, 'none'), '--json'],
  ]);
  // Both pairs are found, but the reviewers rejected one.
  expect(evaluated.measure).toMatchObject({ precision: 0.5, recall: 1 });

  await done(['undo', merged.changeId!, ...at]);
  await done(['review', 'revoke', merged.id, ...at]);
  const left = await json<DecisionsPage>(['review', 'list', ...at, '--json']);
  expect(left.records.map(({ verdict }) => verdict)).toEqual(['notDuplicate']);
});

it('says what would be right', async () => {
  const at = ['--data', join(await newFolder(), 'data')];
  const wrong: [string[], RegExp][] = [
    [['review', 'decide', 'perhaps', 'pair-000000000001', ...at], /expected duplicate, notDuplicate, later/],
    [['jobs', 'groups', '--out', 'x.csv', ...at], /either --object or --job/],
    [['jobs', 'groups', '--job', 'x', '--status', 'lost', '--out', 'x.csv', ...at], /expected one of open/],
  ];
  for (const [args, message] of wrong) {
    const { code, stderr } = await cli(args);
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
  }
});
