import type { ReportData } from '../../../src/files/report/report-data.js';

/** A report with every section, and names in four scripts. */
export const sample: ReportData = {
  title: 'Duplicates in people.csv',
  time: '2026-03-01T09:30:00.000Z',
  madeBy: 'likeness 0.1.0 dedupe',
  facts: [
    { label: 'rows', value: 1_000_000 },
    { label: 'pairs of duplicates', value: 186_204 },
    { label: 'groups', value: 121_907, detail: 'with 281,440 records' },
    { label: 'expected precision', value: '96.4 %' },
    { label: 'expected recall', value: '82.9 %' },
  ],
  notes: ['The scenario was learned from the rows themselves, without labels.'],
  compared: {
    object: 'Contact',
    inputs: [{ name: 'people.csv', rows: 1_000_000 }],
    columns: [
      { column: 'given_name', field: 'FirstName', method: 'personName', filled: 0.991 },
      { column: 'Фамилия', field: 'LastName', method: 'personName', filled: 1 },
      { column: 'البريد', field: 'Email', method: 'email', filled: 0.402 },
      { column: '电话', field: 'Phone', method: 'phone', filled: 0.61 },
      { column: 'notes', reason: 'Contact has no such field' },
    ],
    scenarios: [
      {
        id: 'contact-learned',
        name: 'Contact Learned',
        threshold: 50,
        scoreMethod: 'probabilistic',
        fields: [
          { field: 'FirstName', method: 'personName', weight: 7.1 },
          { field: 'LastName', method: 'personName', weight: 9.8 },
          { field: 'Email', method: 'email', weight: 16.2 },
        ],
      },
    ],
  },
  weights: [
    { field: 'Email', levels: levels(16.2, 12, 4, -3.2) },
    { field: 'Phone', levels: levels(14.9, 8.4, -1.8) },
    { field: 'LastName', levels: levels(9.8, 6.1, 2.2, -5.4) },
    { field: 'FirstName', levels: levels(7.1, 4.4, 1, -4.1) },
    { field: 'MailingPostalCode', levels: levels(8.2, 3, -1.1) },
    { field: 'FirstName+LastName', levels: levels(0, 2.1, 0) },
  ],
  scores: {
    from: 10,
    threshold: 50,
    counts: Array.from({ length: 101 }, (_, i) =>
      i < 10 ? 0 : i > 98 ? 80_000 : Math.round(2_000 * (i / 50 - 1) ** 2) + (i % 7),
    ),
  },
  quality: {
    kind: 'expected',
    chosen: 50,
    points: [10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 98, 99, 99.5, 99.9, 99.99].map((threshold, i) => ({
      threshold,
      pairs: 220_000 - i * 6_000,
      precision: 0.9 + i * 0.007,
      recall: 0.88 - i * i * 0.0015,
      precisionInterval: [0.85 + i * 0.01, 0.93 + i * 0.005],
      recallInterval: [0.8 - i * i * 0.0018, 0.93 - i * i * 0.001],
    })),
  },
  clusters: [
    { size: 2, groups: 98_120 },
    { size: 3, groups: 18_003 },
    { size: 4, groups: 4_400 },
    { size: 5, groups: 1_200 },
    { size: 12, groups: 183 },
    { size: 40, groups: 1 },
  ],
  pairs: [
    {
      title: 'Just above the threshold',
      about: 'Taken as duplicates, and nearest to not being taken.',
      pairs: [
        pair(['C-1001', 'C-88231'], 51, [
          ['FirstName', 'Владимир', 'Vladimir', 0.9, 4.4],
          ['LastName', 'Чайковский', 'Tchaikovsky', 0.82, 2.2],
          ['Email', undefined, 'vt@example.org', 0, 0],
          ['Phone', '+7 495 123-45-67', '+7 495 123 45 67', 1, 14.9],
        ]),
        pair(['C-17', 'C-4410'], 53, [
          ['FirstName', 'محمد عبد الله', 'محمد عبدالله', 0.95, 4.4],
          ['LastName', 'الفاسي (1)', 'الفاسى', 0.9, 6.1],
          ['Email', 'm.fassi@example.ma', 'mfassi@example.ma', 0.88, 4],
          ['MailingStreet', '12 شارع محمد الخامس, Apt 3', 'شارع محمد الخامس 12', 0.7, 1.2],
        ]),
      ],
    },
    {
      title: 'Just below the threshold',
      about: 'Not taken, and nearest to being taken.',
      pairs: [
        pair(['C-93', 'C-94'], 48, [
          ['FirstName', '小明', '小明', 1, 7.1],
          ['LastName', '王', '汪', 0, -5.4],
          ['Phone', '010-8234 5678', '+86 10 82345678', 1, 14.9],
          ['MailingCity', '北京市', '北京', 0.8, 1.1],
        ]),
        pair(['C-2', 'C-3'], 44, [
          ['FirstName', 'Łukasz', 'Lukas', 0.92, 4.4],
          ['LastName', 'O’Brien-Straße', 'Obrien Strasse', 0.96, 6.1],
          ['MailingPostalCode', '10115', '80331', 0, -1.1],
        ]),
      ],
    },
  ],
  groups: [
    {
      name: 'Group 1',
      reason: '5 records, 4 of 10 possible pairs match: some are joined through others only.',
      fields: ['FirstName', 'LastName', 'Email'],
      size: 31,
      records: [
        { id: 'C-5', values: ['Anna', 'Keller', 'anna@example.com'] },
        { id: 'C-6', values: ['Анна', 'Келлер', undefined] },
        { id: 'C-7', values: ['آنا', 'كيلر', 'anna@example.com'] },
        { id: 'C-8', values: ['安娜', '凯勒', 'anna.keller@example.com'] },
      ],
    },
  ],
  leftOut: [
    { what: 'column notes', reason: 'Contact has no such field' },
    { what: 'row 17', reason: '9 cells, but the header has 8', count: 1 },
    { what: 'field Title', reason: 'almost no rows have a value' },
  ],
};

function levels(...bits: number[]): { from: number; bits: number }[] {
  return bits.map((each, i) => ({ from: 1 - i / (bits.length - 1), bits: each }));
}

type Row = readonly [string, string | undefined, string | undefined, number, number];

function pair(ids: [string, string], score: number, rows: readonly Row[]) {
  return {
    ids,
    score,
    scenario: 'Contact Learned',
    threshold: 50,
    fields: rows.map(([field, a, b, similarity, contribution]) => ({
      field,
      values: [a, b] as const,
      similarity,
      contribution,
    })),
    waterfall: {
      unit: 'bits' as const,
      threshold: 0,
      steps: [
        { label: 'prior', value: -18.5 },
        ...rows.map(([label, , , , value]) => ({ label, value })),
        { label: 'not of one household', value: -0.6 },
      ],
    },
  };
}
