import { expect, it } from 'vitest';
import { insert, openService, searchIds, upsert } from './open-service.js';

it('placeholders are stored as sent, and make no two records alike', async () => {
  const likeness = await openService();
  const nobody = { FirstName: 'Unknown', LastName: 'n/a', Email: 'noreply@acme.example', Phone: '0000000000' };
  const id = await insert(likeness, 'Contact', nobody);
  expect(likeness.readRecord('Contact', id)).toMatchObject(nobody);
  expect(await upsert(likeness, 'Contact', nobody)).toMatchObject({ isCreated: true });
  expect(await searchIds(likeness, '003', nobody)).toEqual([]);
  const jane = { FirstName: 'Jane', LastName: 'Okafor', Email: 'test@test.com', Phone: '1111111' };
  await insert(likeness, 'Contact', jane);
  expect(await upsert(likeness, 'Contact', jane)).toMatchObject({ isCreated: true });
  const company = { Name: 'Test', BillingCity: 'Cork' };
  await insert(likeness, 'Account', company);
  expect(await upsert(likeness, 'Account', company)).toMatchObject({ isCreated: true });
});

it('a national telephone number finds the international one where no country is configured, and where one is, is it', async () => {
  for (const [files, score] of [
    [{}, 85],
    [{ 'settings.json': { defaultCountry: 'IE' } }, 100],
  ] as const) {
    const likeness = await openService({ files });
    await insert(likeness, 'Contact', { LastName: 'Okafor', Phone: '+353861234567' });
    const { output } = await likeness.search({ objectPrefix: '003', objectData: { Phone: '0861234567' } });
    expect(output['003']!.map((result) => result.score)).toEqual([score]);
  }
});
