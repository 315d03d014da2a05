import { call, session } from '../api/call.js';
import type { Explanation } from '../api/types.js';

/** The endpoints under `…/scenarios` that read, try out and change scenarios. */

export type Usage = 'restSearch' | 'restUpsert';
export type Blank = 'mismatch' | 'ignore';

export interface ScenarioField {
  readonly field: string;
  readonly method: string;
  readonly weight: number;
  readonly blank?: Blank;
}

export interface EditedScenario {
  readonly id: string;
  readonly aliases?: readonly string[];
  readonly name: string;
  readonly object: string;
  readonly threshold: number;
  readonly usage: readonly Usage[];
  readonly minimumEvidence?: number;
  readonly evidenceInSearch?: 'sent' | 'whole';
  readonly scoreMethod?: 'weighted' | 'probabilistic';
  readonly enabled?: boolean;
  readonly onDuplicate?: 'overwrite' | 'fillBlanks' | 'rules';
  readonly fields: readonly ScenarioField[];
}

export interface ShownScenario {
  readonly scenario: EditedScenario;
  readonly version: string;
  readonly origin: 'builtIn' | 'changed' | 'configured';
  readonly isLearned: boolean;
}

export interface ShownModel {
  readonly prior: number;
  readonly trained: { readonly records: number; readonly expectedPairs: number } | null;
  readonly fields: readonly {
    readonly field: string;
    readonly levels: readonly { readonly from: number; readonly bits: number }[];
    readonly frequent: readonly { readonly value: string | null; readonly bits: number }[];
  }[];
}

export interface Definitions {
  readonly scenarios: readonly ShownScenario[];
  readonly methods: readonly { readonly name: string; readonly types: readonly string[] }[];
}

export type ScenarioDetails = ShownScenario & { readonly model: ShownModel | null };

export interface Saved {
  readonly saved: ShownScenario | null;
  readonly warnings: readonly string[];
}

export interface PreviewPair {
  readonly ids: readonly [string, string];
  readonly before: number | null;
  readonly after: number;
  readonly texts?: readonly [Readonly<Record<string, string>>, Readonly<Record<string, string>>];
  readonly explanation?: {
    readonly before: Explanation['scenarios'][number] | null;
    readonly after: Explanation['scenarios'][number];
  };
}

export interface PreviewPairs {
  readonly count: number;
  readonly pairs: readonly PreviewPair[];
}

export interface PreviewSide {
  readonly threshold: number;
  readonly pairs: number;
  readonly recordsWithDuplicate: number;
}

export interface Preview {
  readonly objectType: string;
  readonly warnings: readonly string[];
  readonly records: number;
  readonly searched: number;
  readonly sampled: number;
  readonly isComplete: boolean;
  readonly before: PreviewSide | null;
  readonly after: PreviewSide;
  readonly gained: PreviewPairs;
  readonly lost: PreviewPairs;
  readonly moved: PreviewPairs;
  readonly histogram: {
    readonly from: number;
    readonly before: readonly number[] | null;
    readonly after: readonly number[];
  };
}

export interface ScenarioVersion {
  readonly number: number;
  readonly action: 'found' | 'saved' | 'reverted' | 'accepted' | 'removed';
  readonly time: string;
  readonly by: string;
  readonly name: string | null;
  readonly version: string | null;
  readonly scenario: EditedScenario | null;
}

const base = (): string => `${session.value?.productPath ?? ''}/scenarios`;
const one = (id: string): string => `${base()}/definitions/${encodeURIComponent(id)}`;

export const definitions = (signal: AbortSignal): Promise<Definitions> =>
  call('GET', `${base()}/definitions`, { signal });

export const definition = (id: string, signal: AbortSignal): Promise<ScenarioDetails> =>
  call('GET', one(id), { signal });

export const saveScenario = (scenario: EditedScenario, version: string | null): Promise<Saved> =>
  call('POST', one(scenario.id), { body: { scenario, version } });

export const removeScenario = (id: string, version: string): Promise<Saved> =>
  call('DELETE', `${one(id)}?version=${encodeURIComponent(version)}`);

export const versionsOf = (id: string, signal: AbortSignal): Promise<readonly ScenarioVersion[]> =>
  call('GET', `${one(id)}/versions`, { signal });

export const revertScenario = (id: string, number: number, version: string | null): Promise<Saved> =>
  call('POST', `${one(id)}/revert`, { body: { number, version } });

export const previewScenario = (scenario: EditedScenario, sampleSize: number, signal: AbortSignal): Promise<Preview> =>
  call('POST', `${base()}/preview`, { body: { scenario, sampleSize }, signal });
