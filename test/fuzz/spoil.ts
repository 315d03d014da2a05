import fc from 'fast-check';

/** Strings that programs often handle incorrectly. */
export const HOSTILE: readonly string[] = [
  '',
  ' '.repeat(50_000),
  '__proto__',
  'constructor',
  'toString',
  '\u0000',
  '\ud800',
  'a\u202eb',
  '\ufdfa'.repeat(2_000),
  `e${'\u0301'.repeat(5_000)}`,
  '\u{1f469}\u200d\u{1f469}\u200d\u{1f467}',
  '1e999',
  '-0',
  '9007199254740993',
  "' OR 1=1 --",
  '<script>alert(1)</script>',
  '=cmd|x',
  '../../etc/passwd',
  '%00',
  '{{7*7}}',
  'x'.repeat(131_073),
  'a@'.repeat(2_000),
  '1'.repeat(5_000),
  '('.repeat(3_000),
  '2026-13-45',
  'www.'.repeat(500),
];

/** Uniform in 0..1. fast-check would otherwise prefer values near the ends. */
export function share(): fc.Arbitrary<number> {
  return fc.noBias(fc.integer({ min: 0, max: 10_000 })).map((n) => n / 10_000);
}

/** JSON text, valid or corrupted: a part omitted, repeated, or replaced with other bytes. */
export function spoilt(text: fc.Arbitrary<string>): fc.Arbitrary<Uint8Array> {
  const place = share();
  const whole = text.map((one) => Buffer.from(one));
  const broken = fc
    .tuple(text, place, place, fc.constantFrom('cut', 'double', 'replace', 'end'), fc.uint8Array({ maxLength: 20 }))
    .map(([one, a, b, how, bytes]) => {
      const buffer = Buffer.from(one);
      const [from, to] = [Math.floor(Math.min(a, b) * buffer.length), Math.floor(Math.max(a, b) * buffer.length)];
      const [before, piece, after] = [buffer.subarray(0, from), buffer.subarray(from, to), buffer.subarray(to)];
      switch (how) {
        case 'cut':
          return Buffer.concat([before, after]);
        case 'double':
          return Buffer.concat([before, piece, piece, after]);
        case 'replace':
          return Buffer.concat([before, Buffer.from(bytes), after]);
        default:
          return Buffer.concat([buffer, Buffer.from(bytes)]);
      }
    });
  return fc.oneof(
    { weight: 8, arbitrary: whole },
    { weight: 1, arbitrary: broken },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }) },
  );
}

/** A value in which one part is replaced with a value of another type. */
export function misfit(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.tuple(value, fc.nat(), fc.jsonValue()).map(([one, n, other]) => {
    const places: [Record<string, unknown>, string][] = [];
    const walk = (at: unknown): void => {
      if (typeof at !== 'object' || at === null) return;
      for (const key of Object.keys(at)) {
        places.push([at as Record<string, unknown>, key]);
        walk((at as Record<string, unknown>)[key]);
      }
    };
    const copy: unknown = structuredClone(one);
    walk(copy);
    const place = places[n % Math.max(places.length, 1)];
    if (place === undefined) return other;
    place[0][place[1]] = other;
    return copy;
  });
}
