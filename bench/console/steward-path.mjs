/**
 * The path of a new data steward through the console, from an uploaded file through a dry run and the import to ten
 * reviewed merges. Controls are found by their labels. The tests count its clicks; `npm run pictures` takes
 * screenshots.
 */
const MERGES = 10;

/**
 * @param page of a logged-in browser
 * @param shot called with a name at each step worth a screenshot
 * @returns the number of clicks
 */
export async function walk(page, shot = async () => undefined) {
  let clicks = 0;
  const click = async (locator) => {
    clicks += 1;
    await locator.click();
  };
  const button = (name) => page.getByRole('button', { name });
  await click(page.getByRole('navigation').first().getByRole('link', { name: 'Import' }));
  await page.getByText('choose one').waitFor();
  // One click opens the browser's file dialog, another chooses the file.
  clicks += 2;
  await page.locator('input[type=file]').setInputFiles(messyFile());
  await page.getByRole('heading', { name: 'trade-fair.csv' }).waitFor();
  clicks += 2;
  await page.getByLabel('When a row matches an existing record').selectOption('Create a record and send it to review');
  await click(button('Start trial run'));
  await page.getByText('would be created').waitFor();
  await shot('import');
  await click(button('Import as Contacts'));
  await page.getByText('Import done').waitFor();
  await shot('batch');
  await click(button('Compare all Contacts'));
  await page.getByText(/groups among/).waitFor();
  await page.locator('.item').first().waitFor();
  await shot('list');
  await click(page.locator('.item').first().getByRole('link'));
  await page.locator('table.pair td.result').first().waitFor();
  await shot('review');
  for (let merged = 0; merged < MERGES; merged++) {
    const place = await page.locator('.review-head h1').textContent();
    await page.locator('table.pair td.result').first().waitFor();
    await click(button(/^Merge/));
    await page.getByText(`${merged + 1} decided today`).waitFor();
    await page.locator('.review-head h1').filter({ hasNotText: place }).waitFor();
  }
  await click(page.getByRole('link', { name: 'Back to the list' }).first());
  await click(page.getByRole('link', { name: 'Decided' }).first());
  await page.locator('.item').first().waitFor();
  await shot('decided');
  return clicks;
}

const FIRST = 'Ada Grace Mary Alan Edsger Barbara Donald Radia Linus Margaret Hedy Katherine Tim Frances Ken'.split(
  ' ',
);
const LAST =
  'Lovelace Hopper Jackson Turing Dijkstra Liskov Knuth Perlman Torvalds Hamilton Lamarr Johnson Berners Allen Thompson'.split(
    ' ',
  );
const CITIES = ['Utrecht', 'Köln', 'Graz', 'Leuven', 'Zürich'];

/** Rows like a list of leads from a trade fair: full names, two date formats, duplicates, and rows without a name. */
function messyFile() {
  const rows = ['Name;E-Mail;Telefon;Ort;Geburtsdatum'];
  FIRST.forEach((first, i) => {
    const last = LAST[i];
    const mail = `${first}.${last}@${last}.example`.toLowerCase();
    const phone = `+49 221 5550${100 + i}`;
    const day = `${String((i % 27) + 1).padStart(2, '0')}.03.19${60 + i}`;
    rows.push(`${first} ${last};${mail};${phone};${CITIES[i % 5]};${day}`);
    rows.push(`${last.toUpperCase()}, ${first};${mail.toUpperCase()};0221 5550${100 + i};${CITIES[i % 5]};`);
  });
  rows.push(';nobody@example.com;;;', 'n/a;;;;', 'Ada;not an address;;;31.02.1990');
  return { name: 'trade-fair.csv', mimeType: 'text/csv', buffer: Buffer.from(`${rows.join('\n')}\n`) };
}
