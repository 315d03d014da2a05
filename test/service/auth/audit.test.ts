import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AuditLog, recordIn, type AuditSearch } from '../../../src/service/auth/audit-log.js';
import { verifyAudit } from '../../../src/service/auth/audit-verify.js';
import { FolderHome } from '../../../src/store/home/folder/folder-home.js';
import { draws } from '../../support/draws.js';
import { newFolder } from '../../support/temporary-folder.js';

describe('the audit log', () => {
  let folder: string;
  beforeEach(() => void (folder = newFolder()));
  afterEach(() => rmSync(folder, { recursive: true }));
  const path = () => join(folder, 'audit.log');
  const lines = () => readFileSync(path(), 'utf8').trimEnd().split('\n');
  const home = () => new FolderHome(folder);
  const fill = async (count: number) => {
    for (let i = 0; i < count; i++) await recordIn(home(), { action: 'login', by: `client ${i}` });
  };

  it('contains a JSON object per line, in files that only the owner can read', async () => {
    const log = new AuditLog(folder);
    log.record({ action: 'login', by: 'a', name: 'shop', address: '192.0.2.1' });
    log.record({ action: 'erased', by: 'command-line', target: ['00Q'] });
    await log.close();
    expect(lines().map((line) => JSON.parse(line) as object)).toMatchObject([
      { n: 1, action: 'login', by: 'a', name: 'shop', address: '192.0.2.1' },
      { n: 2, action: 'erased', by: 'command-line', target: ['00Q'] },
    ]);
    for (const name of ['audit.log', 'audit.head']) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).sort()).toEqual(['audit.head', 'audit.log']);
    expect(await verifyAudit(home())).toMatchObject({ lines: 2, faults: [] });
  });

  it('is searched from its end on, by what, who, when and number, over all of its length', async () => {
    let time = Date.parse('2026-01-01T00:00:00Z');
    const log = new AuditLog(folder, undefined, () => (time += 60_000));
    const actions = ['login', 'exported', 'merged'] as const;
    const COUNT = 3_000;
    for (let i = 1; i <= COUNT; i++) {
      const detail = 'x'.repeat((i * 37) % 400);
      log.record({ action: actions[i % 3]!, by: `client-${i % 7}`, name: `Shop ${i % 7}`, target: [`id${i}`], detail });
    }
    await log.close();
    expect(statSync(path()).size).toBeGreaterThan(600_000);
    const all = lines()
      .map((line) => JSON.parse(line) as { n: number; action: string; by: string; time: string })
      .reverse();
    const numbers = async (wanted: Omit<AuditSearch, 'most'>, most = COUNT) =>
      (await log.search({ most, ...wanted })).map(({ n }) => n);
    const expected = (isWanted: (entry: (typeof all)[number]) => boolean) => all.filter(isWanted).map(({ n }) => n);
    expect(await numbers({})).toEqual(expected(() => true));
    expect(await numbers({}, 5)).toEqual([3_000, 2_999, 2_998, 2_997, 2_996]);
    for (const before of [1, 2, 17, 1_000, 1_501, 2_999, 3_000, 3_001, 9_999])
      expect(await numbers({ before }, 3), String(before)).toEqual(expected(({ n }) => n < before).slice(0, 3));
    expect(await numbers({ action: 'merged', by: 'shop 3' })).toEqual(
      expected(({ action, by }) => action === 'merged' && by === 'client-3'),
    );
    expect(await numbers({ by: 'client-2', before: 100 })).toEqual(
      expected(({ n, by }) => n < 100 && by === 'client-2'),
    );
    expect(await numbers({ target: 'ID1234' })).toEqual([1_234]);
    const [since, until] = [Date.parse('2026-01-01T10:00:00Z'), Date.parse('2026-01-01T11:00:00Z')];
    const inside = expected(({ time: at }) => Date.parse(at) >= since && Date.parse(at) < until);
    expect(inside).toHaveLength(60);
    expect(await numbers({ since, until })).toEqual(inside);
    expect(await numbers({ signal: AbortSignal.abort() })).toHaveLength(1);
  });

  it('an empty log, and a line that is being written, are no trouble to a search', async () => {
    const log = new AuditLog(folder);
    expect(await log.search({ most: 5 })).toEqual([]);
    await fill(2);
    writeFileSync(path(), `${readFileSync(path(), 'utf8')}{"n":3,"action":`);
    expect((await log.search({ most: 5 })).map(({ n }) => n)).toEqual([2, 1]);
  });

  it('every change of every character, every line left out, doubled or moved, and every cut shows', async () => {
    await fill(5);
    const whole = readFileSync(path(), 'utf8');
    const spoiled = fc.oneof(
      fc.tuple(fc.nat(whole.length - 1), fc.string({ maxLength: 2 })).map(([at, text]) => {
        return whole.slice(0, at) + text + whole.slice(at + 1);
      }),
      fc.shuffledSubarray(whole.match(/.*\n/g)!).map((some) => some.join('')),
      fc.nat(whole.length - 1).map((at) => whole.slice(0, at)),
    );
    await fc.assert(
      fc.asyncProperty(spoiled, async (text) => {
        fc.pre(text.trimEnd() !== whole.trimEnd());
        writeFileSync(path(), text);
        expect((await verifyAudit(home())).faults).not.toEqual([]);
      }),
      { numRuns: draws(200) },
    );
  });

  it('a rewrite of log and head shows against a head that was noted elsewhere', async () => {
    await fill(3);
    const { head } = await verifyAudit(home());
    await fill(2);
    expect((await verifyAudit(home(), head)).faults).toEqual([]);
    rmSync(path());
    rmSync(join(folder, 'audit.head'));
    await fill(5);
    expect((await verifyAudit(home())).faults).toEqual([]);
    expect((await verifyAudit(home(), head)).faults[0]).toContain('given number');
  });

  it('continues where a process ended between a line and the head, or within a line', async () => {
    await fill(2);
    const head = readFileSync(join(folder, 'audit.head'));
    await fill(1);
    writeFileSync(join(folder, 'audit.head'), head);
    writeFileSync(path(), '{"n":4,"acti', { flag: 'a' });
    await fill(1);
    expect(lines()).toHaveLength(4);
    expect(await verifyAudit(home())).toMatchObject({ lines: 4, faults: [] });
  });

  it('lines that were cut off stay missed, whatever is written after', async () => {
    await fill(4);
    writeFileSync(path(), lines().slice(0, 2).join('\n') + '\n');
    await fill(2);
    expect((await verifyAudit(home())).faults[0]).toContain('line 3 does not follow');
  });

  it('a disk that refuses is reported once, and what waited is written when it takes again', async () => {
    const told: string[] = [];
    const log = new AuditLog(folder, (message) => told.push(message));
    rmSync(folder, { recursive: true });
    writeFileSync(folder, 'a file in its place');
    log.record({ action: 'login', by: 'a' });
    await log.close();
    log.record({ action: 'login', by: 'b' });
    await log.close();
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('the audit log cannot be written');
    rmSync(folder);
    await recordIn(home(), { action: 'login', by: 'c' });
    await log.close();
    expect(lines().map((line) => (JSON.parse(line) as { by: string }).by)).toEqual(['c', 'a', 'b']);
    expect(told[1]).toBe('the audit log can be written again');
  });

  it('failed logins fill no disk: a hundred a minute are logged, and the others are counted', async () => {
    let now = 1_800_000_000_000;
    const log = new AuditLog(folder, undefined, () => now);
    for (let i = 0; i < 1_000; i++) log.record({ action: 'loginFailed', by: 'nobody', address: '192.0.2.1' });
    now += 60_000;
    log.record({ action: 'loginFailed', by: 'nobody' });
    await log.close();
    expect(lines()).toHaveLength(101);
    expect(JSON.parse(lines().at(-1)!)).toMatchObject({ suppressed: 900 });
  });
});
