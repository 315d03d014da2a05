import { call } from './call.js';
import { product } from './service-calls.js';

export interface ActivityDay {
  /** `2026-11-22`, UTC. */
  readonly day: string;
  readonly objects: readonly {
    readonly objectType: string;
    readonly records: number;
    readonly created: number;
    readonly updated: number;
    readonly matched: number;
    readonly suspected: number;
    readonly merged: number;
    readonly deleted: number;
    readonly decided: number;
  }[];
}

export const activity = (days: number, signal: AbortSignal): Promise<readonly ActivityDay[]> =>
  call('GET', `${product()}/activity?days=${days}`, { signal });

export interface AuditEntry {
  readonly n: number;
  readonly time: string;
  readonly action: string;
  readonly by: string | null;
  readonly name: string | null;
  readonly target: readonly string[];
  readonly detail: string | null;
}

export const auditEntries = (pageSize: number, signal: AbortSignal): Promise<readonly AuditEntry[]> =>
  call('GET', `${product()}/auditEntries?pageSize=${pageSize}`, { signal });

export interface LoginProvider {
  readonly label: string;
  readonly address: string;
}

/** Where else people can log in. */
export const loginProviders = (): Promise<readonly LoginProvider[]> => call('GET', '/services/oauth2/providers');
