import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../src/http/endpoints/index.js';
import { slowness } from './linear-time.js';

const root = fileURLToPath(new URL('../../src', import.meta.url));

interface Found {
  readonly file: string;
  readonly text: string;
}

/** Regular expressions of the sources, and places where one is made of a text. */
const literals: Found[] = [];
const made: Found[] = [];
for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()) {
  if (!/\.(?:ts|mjs)$/.test(file)) continue;
  const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) literals.push({ file, text: node.text });
    if (ts.isIdentifier(node) && node.text === 'RegExp' && !ts.isTypeReferenceNode(node.parent))
      made.push({ file, text: node.parent.getText() });
    // `text.match(pattern)` and `text.search(pattern)` make a regular expression of a text.
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const [pattern] = node.arguments;
      const isMatch = ['match', 'matchAll'].includes(node.expression.name.text);
      if (isMatch && pattern !== undefined && ts.isStringLiteralLike(pattern))
        made.push({ file, text: node.getText() });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
}

/** Slower than linear by their form, and harmless where they stand: with the reason. */
const REASONED = new Map([
  [
    String.raw`batch/input/sheet-scan.ts /[\s:]r\s*=\s*(?:"([^"]*)"|'([^']*)')/g`,
    'each quote ends the value before it, so that none is gone through twice',
  ],
  [
    String.raw`store/postgres/location.ts /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#]*)([^]*)$/`,
    'all that is behind matches whatever is left, so that nothing is tried twice',
  ],
  [String.raw`learning/series.ts /[0-9]+(?:[.,][0-9]+)*/g`, 'normalised values, behind the caps of their methods'],
  [
    String.raw`matching/contradictions/unit.ts /(?:Street|Address).*$/i`,
    'the name of a field, which configuration declares',
  ],
  [String.raw`matching/person/parse-person-name.ts /\(([^)]*)\)/g`, 'behind a cap of 200 characters'],
  [String.raw`matching/contradictions/unit.ts /(\d+)\s*(?:号楼|號樓|栋|棟|座|동)/g`, 'behind a cap of 300 characters'],
  [
    String.raw`matching/contradictions/unit.ts /(\d+)\s*(?:号室|號室|室|房|호실|호)/g`,
    'behind a cap of 300 characters',
  ],
  [String.raw`matching/contradictions/unit.ts /(\d+)\s*(?:层|層|階|楼|樓|층)/g`, 'behind a cap of 300 characters'],
  [
    String.raw`matching/person/street-unit.ts /(?:\b(?:apartments?|apartamento|appartement|appartamento|apartament|apto?|apt|app?|appt|lgh|byt|ajto|fracao|unit|suite|ste|flat|room|rm|wohnung|whg|wohnungsnr|top|tuer|tur|door|dpto|depto|departamento|interno|int|puerta|pta|office|oficina|lot|kvartira|kv|lokal|mieszkanie|daire|wohn)\b\.?\s*(?:n[or]\.?\s*)?#?|#)\s*([a-z]?[- ]?\d+(?:\s?[a-z]\b|-\d+)?|[a-z]\b)/`,
    'behind a cap of 300 characters',
  ],
  [
    String.raw`matching/person/street-unit.ts /\b(\d+)(?:\s?\/\s?f|\s*\.?\s*(?:st|nd|rd|th|eme|er|ieme|os|o|a|e|\.)?\s*(?:floor|orofos|etage|etg|og|stock|piso|planta|piano|obergeschoss|level|pietro|emelet|kat|etaj|etazh?|patro|krs|sal|vaning|lantai))\b|\b(?:floor|etage|level|piso|planta|piano|lvl|stock)\s*(\d+)\b/`,
    'behind a cap of 300 characters',
  ],
  [
    String.raw`matching/person/street-unit.ts /(?<=\d[a-z]?)(?:[\s,]+(?:m|d|as|dv|wg)\s*[.:]?\s*(\d+)\b|[\s-](\d+)(?:haoshi|ho)\b)/`,
    'behind a cap of 300 characters',
  ],
  [
    String.raw`matching/person/street-unit.ts /^(\D*\d+\s?[a-z]?)\s*\/\s*(\d+[a-z]?(?:\s*\/\s*\d+[a-z]?)*)\s*$/`,
    'behind a cap of 300 characters',
  ],
  [
    String.raw`matching/person/street-unit.ts /^(\d+[a-z]?)\s*\/\s*(\d+[a-z]?\s+\D.*)$/`,
    'behind a cap of 300 characters',
  ],
  [String.raw`cli/remote-service.ts /\/+$/`, 'an address that the operator types'],
  [
    String.raw`config/strict-json.ts / at position \d+.*$/s`,
    'a message of JSON.parse, which is short, about a file of the operator',
  ],
  [String.raw`matching/methods/email.ts /[.,;]+$/`, 'behind a cap of 254 characters'],
  [
    String.raw`matching/methods/number.ts /^[-+]?[\d.,]*\d[\d.,]*(?:[eE][-+]?\d{1,3})?$/`,
    'behind a cap of 40 characters',
  ],
  [String.raw`matching/methods/postal-code.ts /\s*-\s*/g`, 'behind a cap of 128 characters'],
  [String.raw`matching/methods/website.ts /[?#].*$/`, 'behind a cap of 200 characters'],
  [String.raw`matching/methods/website.ts /\/+$/`, 'behind a cap of 200 characters'],
]);

function split(text: string): [source: string, flags: string] {
  const end = text.lastIndexOf('/');
  return [text.slice(1, end), text.slice(end + 1)];
}

describe('regular expressions of the sources', () => {
  it('are found', () => expect(literals.length).toBeGreaterThan(100));

  it('none is made of a text, but of the addresses in our own sources', () => {
    expect(made.map(({ file }) => file)).toEqual(['http/route-pattern.ts']);
  });

  it('an address of parameters with a form of their own takes linear time too', () => {
    const forms = ENDPOINTS.flatMap(({ params = {} }) =>
      Object.values(params).flatMap(({ pattern, match = pattern }) => match ?? []),
    );
    expect(forms.length).toBeGreaterThan(3);
    expect(forms.filter((form) => slowness(`^${form}$`, '') !== undefined)).toEqual([]);
  });

  it('each takes time linear in the length of its input, or stands here with the reason why it does no harm', () => {
    const slow = literals.flatMap(({ file, text }) => {
      const fault = slowness(...split(text));
      return fault === undefined || REASONED.has(`${file} ${text}`) ? [] : [`${file} ${text}   ${fault}`];
    });
    expect(slow).toEqual([]);
  });

  it('every reason still has its expression', () => {
    const there = new Set(literals.map(({ file, text }) => `${file} ${text}`));
    expect([...REASONED.keys()].filter((key) => !there.has(key))).toEqual([]);
  });
});

describe('the judgement of regular expressions', () => {
  it.each([
    '(a+)+$',
    '^(a+)+$',
    '^(a|a)*$',
    '^(a|ab)*c',
    '^(?:a{1,2})+$',
    '^(\\w+\\s?)*$',
    '\\s+$',
    '^\\d*\\d*x',
    '^.*.*x',
    '[a-z]+@',
    '^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}$',
    '(?:a*)*b',
    '^(?=(a+)+$)',
  ])('%s is slow', (source) => {
    expect(slowness(source, '')).toBeDefined();
  });

  it.each([
    '^a+$',
    '^\\d+\\.\\d+$',
    'a+',
    '[a-z]+',
    '^(?:ab)*$',
    '^(?:,\\d{3})+$',
    'x[0-9]+y',
    '^.*x$',
    '^\\s+',
    'a|b|c',
    '^(\\d{4})-(\\d{2})$',
  ])('%s is linear', (source) => {
    expect(slowness(source, '')).toBeUndefined();
  });
});
