/**
 * Serves and deduplicates ten million records or more, deduplicates them with Splink too, and extrapolates to 100
 * million and a billion.
 *
 * `--phases serve,batch,splink` (default: all) selects what to measure; `reckon` only rewrites the report. `--places
 * folder,postgres` and `--record-memory all,2GB` select how records are served; `--engines memory,duckdb` and `--memory
 * 6GB`, how they are compared. Measurements stay in `bench/out` until the same measurement runs again, so sizes and
 * phases can run separately.
 */
import { rmSync } from 'node:fs';
import { bench, count, type Extent } from './harness/bench.js';
import { machine } from './harness/machine.js';
import { about } from './large/about.js';
import { batch, batchWay, generatedFile, splinkBatch, splinkWay } from './large/batch.js';
import { keep, keptMeasurements, PHASES, type Figures, type Measurement, type Phase } from './large/measurement.js';
import { serve, wayOf, type Place } from './large/serve.js';
import { largeTables, measuredLine } from './large/tables.js';
import { findSplink } from './peers/splink.js';

const PLACES = ['folder', 'postgres'] as const satisfies readonly Place[];
const ENGINES = ['memory', 'duckdb', 'spark'] as const;
const RECKON = 'reckon';

await bench(
  'large',
  { sizes: [1_000_000], queries: 3_000, rounds: 3, seconds: 10 },
  async (extent, small) => {
    const notes = new Set<string>();
    const phases = chosen('phases', extent, [...PHASES, RECKON], PHASES);
    const note = (text: string): void => {
      if (!notes.has(text)) console.log(text);
      notes.add(text);
    };
    const measured = (phase: Phase, way: string, size: number, rounds: readonly Figures[]): void => {
      if (rounds.length === 0) return;
      const common = { phase, way, size, machine: machine(), date: new Date().toISOString() };
      const all = rounds.map((figures): Measurement => ({ ...common, figures }));
      console.log(measuredLine(all.at(-1)!));
      keep(all, small);
    };
    for (const size of extent.sizes) {
      if (phases.includes('serve')) await served({ size, extent, note, measured });
      if (phases.includes('batch') || phases.includes('splink'))
        await compared({ size, extent, small, phases, note, measured });
    }
    return {
      question: 'What do ten million records need, and what would a hundred million and a billion need?',
      tables: largeTables(keptMeasurements(small)),
      notes: [...notes, ...about(keptMeasurements(small))],
    };
  },
  { options: ['phases', 'places', 'record-memory', 'engines', 'memory'] },
);

interface Run {
  readonly size: number;
  readonly extent: Extent;
  /** Adds a note for readers of the report. */
  readonly note: (text: string) => void;
  readonly measured: (phase: Phase, way: string, size: number, rounds: readonly Figures[]) => void;
}

async function served({ size, extent, note, measured }: Run): Promise<void> {
  for (const place of chosen('places', extent, PLACES, ['folder']))
    for (const recordMemory of (extent.options['record-memory'] ?? 'all,2GB').split(',')) {
      const serving = { place, recordMemory };
      const what = `serve, ${count(size)}, ${wayOf(serving)}`;
      const rounds = await attempt(note, what, () => serve(size, serving, extent));
      if (rounds !== undefined) measured('serve', wayOf(serving), size, rounds);
    }
}

/** A way of comparing a file, and its rounds so far. */
interface Way {
  readonly phase: Phase;
  readonly way: string;
  readonly run: () => Promise<Figures | string>;
  readonly rounds: Figures[];
}

async function compared({
  size,
  extent,
  small,
  phases,
  note,
  measured,
}: Run & { readonly small: boolean; readonly phases: readonly string[] }): Promise<void> {
  const bound = extent.options['memory'] ?? '6GB';
  const splink = phases.includes('splink') ? findSplink(!small) : undefined;
  if (typeof splink === 'string') note(`SKIPPED: Splink: ${splink}.`);
  const file = await generatedFile(size);
  const engines = phases.includes('batch') ? chosen('engines', extent, ENGINES, ['memory', 'duckdb']) : [];
  const runs = engines.map((engine): Way => ({
    phase: 'batch',
    way: batchWay(engine, bound),
    run: () => batch(file, engine, bound),
    rounds: [],
  }));
  if (splink !== undefined && typeof splink !== 'string')
    runs.push({
      phase: 'splink',
      way: splinkWay(splink, bound),
      run: async () => {
        const found = await splinkBatch(file, splink, bound);
        note(`${count(size)}: ${found.note}`);
        return found.figures;
      },
      rounds: [],
    });
  // Alternates the ways of comparing, so other load affects all of them. Saves after each comparison, which can take
  // hours.
  for (let round = 0; round < extent.rounds; round++)
    for (const { phase, way, run, rounds } of runs) {
      const figures = await attempt(note, `${phase}, ${count(size)}, ${way}`, run);
      if (figures === undefined) continue;
      rounds.push(figures);
      measured(phase, way, size, rounds);
    }
  rmSync(file.folder, { recursive: true });
}

/**
 * Notes why a measurement failed or is impossible, and continues.
 * @param run returns the reason if the measurement is impossible
 */
async function attempt<T extends object>(
  note: Run['note'],
  what: string,
  run: () => Promise<T | string>,
): Promise<T | undefined> {
  try {
    const result = await run();
    if (typeof result !== 'string') return result;
    note(`SKIPPED: ${what}: ${result}.`);
  } catch (error) {
    note(`FAILED: ${what}: ${(error as Error).message.trim().split('\n').at(-1)!}`);
  }
  return undefined;
}

/** Returns the values of an option. @throws Error for an unknown value */
function chosen<T extends string>(
  option: string,
  { options }: Extent,
  known: readonly T[],
  otherwise: readonly T[],
): readonly T[] {
  const words = options[option]?.split(',') ?? otherwise;
  const strange = words.find((word) => !(known as readonly string[]).includes(word));
  if (strange !== undefined)
    throw new Error(`bench: --${option} ${strange}: expected one or more of ${known.join(', ')}`);
  return words as readonly T[];
}
