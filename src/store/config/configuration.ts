import type { ObjectRegistry } from '../../records/object-type.js';
import type { Scenario, ScenarioDefinition } from '../../matching/scenario.js';
import type { Condition } from '../../records/condition/condition.js';
import type { CompiledFormula } from '../../records/formula/formula.js';
import type { ObjectDefinition } from '../../records/object-schema.js';
import type { FieldValue, FieldValues } from '../../records/record.js';
import type { SurvivorshipRules } from '../../matching/survivorship/rules.js';
import type { JobSchedule } from './job-schedule.js';
import type { Inbound } from './inbound-schema.js';
import type { Webhook } from './webhook-settings.js';
import type { Scope } from './scope-names.js';
import type { Limits } from './config-limits.js';

/** A named condition over a candidate's fields (`filterDeveloperName`). */
export interface Filter {
  readonly developerName: string;
  readonly object: string;
  readonly source: string;
  readonly condition: Condition;
}

/** Searching one object also searches another, with values carried over. */
export interface CrossObjectMap {
  readonly from: string;
  readonly to: string;
  readonly enabled: boolean;
  /** Field of `from` to field of `to`, declared spellings. */
  readonly fields: ReadonlyMap<string, string>;
}

export interface IdentityProvider {
  readonly issuer: string;
  readonly audience: string;
  readonly jwksFile?: string | undefined;
  readonly jwksUri?: string | undefined;
}

export interface SignIn {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecretFile?: string | undefined;
  /** Compared exactly; never derived from a request. */
  readonly redirectUrl: string;
  readonly label: string;
  readonly scope: string;
  /** Id of the client whose licence is used by people who are not clients. */
  readonly client?: string | undefined;
  readonly claim: string;
  readonly grants: Readonly<Record<string, readonly Scope[]>>;
}

export interface TlsFiles {
  /** The certificate, followed by the intermediate certificates. */
  readonly cert: string;
  readonly key: string;
}

export interface Settings {
  /** The two path segments before `dc3DataApi`: `apexrest` and `dupcheck`. */
  readonly restSegment: string;
  readonly productSegment: string;
  /** Shown in responses: `v60.0`. */
  readonly apiVersion: string;
  /** Decoded bytes. */
  readonly bodyLimit: number;
  /** Maximum bytes of a file to import or clean; uploads together may have ten times as many. */
  readonly uploadLimit: number;
  /** Maximum resident memory, in bytes, of a process that reads such a file. */
  readonly fileMemory: number;
  /** Public URL of the service; absent: the listening address. */
  readonly instanceUrl?: string | undefined;
  readonly identityProviders: readonly IdentityProvider[];
  /** Absent: people log in as clients. */
  readonly signIn?: SignIn | undefined;
  /** Whether the token endpoint accepts name and password; absent: no. */
  readonly passwordGrant?: boolean | undefined;
  /** Whether apps may register themselves; absent: no. */
  readonly appRegistration?: boolean | undefined;
  /** Addresses and networks (CIDR) of the reverse proxies: their X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly string[];
  /** Number of reverse proxies with unknown addresses: that many last entries of X-Forwarded-For are trusted. */
  readonly proxies: number;
  readonly limits: Limits;
  /** Requests per minute and client. */
  readonly rateLimit: number;
  /** Port of a separate listener for `/metrics` without a token; absent: none. */
  readonly metricsPort?: number | undefined;
  readonly metricsHost: string;
  /** Certificate chain and private key as PEM files; absent: plain HTTP. */
  readonly tls?: TlsFiles | undefined;
  /** `propose`: a person accepts learned scenarios; `activate`: they are used immediately. */
  readonly learning: 'off' | 'propose' | 'activate';
  /** Minimum number of an object's records before a scenario is learned. */
  readonly learningRecords: number;
  /** Share of an object's records that must change before its scenario is learned again. */
  readonly learningChange: number;
  readonly sqlTables: boolean;
  /** Days that changes are kept for history and undo. */
  readonly historyDays: number;
  /** Memory limit for a job's comparison, in bytes; absent: half of the free memory. */
  readonly jobMemory?: number | undefined;
  /** Jobs that the service starts automatically; absent: none. Reloaded live. */
  readonly jobs?: JobSchedule | undefined;
  /** Origins (`scheme://host[:port]`) whose scripts may call the service from a browser. */
  readonly corsOrigins: readonly string[];
  /** ISO 3166 code of the default country for phones and dates; absent: none, and dates are month first. */
  readonly defaultCountry?: string | undefined;
}

export interface CompiledFormulaField {
  readonly name: string;
  readonly formula: CompiledFormula;
}

/** A compiled on-save field update: if the condition is true for the record about to be saved, the values are set. */
export interface CompiledUpdate {
  when(value: (field: string) => FieldValue, now: Date): boolean;
  readonly set: Readonly<FieldValues>;
}

export interface Configuration {
  readonly registry: ObjectRegistry;
  /** Entries of `objects.json` as written. */
  readonly objectDefinitions: readonly ObjectDefinition[];
  /** Enabled scenarios only. */
  readonly scenarios: readonly Scenario[];
  /** All as written, including built-ins and disabled ones. */
  readonly scenarioDefinitions: readonly ScenarioDefinition[];
  /** By developer name in lower case. */
  readonly filters: ReadonlyMap<string, Filter>;
  readonly crossObject: readonly CrossObjectMap[];
  /** By object type name; each object's formula fields, ordered by dependency. */
  readonly formulas: ReadonlyMap<string, readonly CompiledFormulaField[]>;
  /** By object type name, in declared order. */
  readonly onSave: ReadonlyMap<string, readonly CompiledUpdate[]>;
  /** How an object's duplicates are merged, by object type name; every object has rules. */
  readonly survivorship: ReadonlyMap<string, SurvivorshipRules>;
  /** Targets of events. Reloaded live. */
  readonly webhooks: readonly Webhook[];
  readonly inbound: Inbound;
  readonly settings: Settings;
  /** By file name without `.txt`, without comments and blank lines. They extend the built-in lists. */
  readonly lists: ReadonlyMap<string, readonly string[]>;
}
