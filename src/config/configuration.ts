import type { ObjectRegistry } from '../records/object-type.js';
import type { Scenario, ScenarioDefinition } from '../matching/scenario.js';
import type { Condition } from '../condition/condition.js';
import type { CompiledFormula } from '../formula/formula.js';
import type { ObjectDefinition } from '../records/definition.js';
import type { FieldValue, FieldValues } from '../records/record.js';
import type { SurvivorshipRules } from '../survivorship/rules.js';
import type { JobSchedule } from './job-schedule.js';
import type { Inbound } from './inbound-schema.js';
import type { Webhook } from './webhook-settings.js';
import type { Scope } from './scope-names.js';
import type { Limits } from './config-limits.js';

/** A named condition over a candidate's fields (`filterDeveloperName`). */
export interface Filter {
  readonly developerName: string;
  /** Object type name. */
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

/** A tokens' issuer outside this service. */
export interface IdentityProvider {
  readonly issuer: string;
  readonly audience: string;
  readonly jwksFile?: string | undefined;
  readonly jwksUri?: string | undefined;
}

/** An identity provider through which people log in. */
export interface SignIn {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecretFile?: string | undefined;
  /** To the letter: never made of a request. */
  readonly redirectUrl: string;
  readonly label: string;
  readonly scope: string;
  /** Id of the client whose licence counts for people who are no client themselves. */
  readonly client?: string | undefined;
  readonly claim: string;
  /** By the value of the claim. */
  readonly grants: Readonly<Record<string, readonly Scope[]>>;
}

/** PEM files. */
export interface TlsFiles {
  /** The certificate, then those between it and the authority's. */
  readonly cert: string;
  readonly key: string;
}

export interface Settings {
  /** The two path segments before `dc3DataApi`: `apexrest` and `dupcheck`. */
  readonly restSegment: string;
  readonly productSegment: string;
  /** `v60.0`: what answers carry. */
  readonly apiVersion: string;
  /** Decoded bytes. */
  readonly bodyLimit: number;
  /** Bytes of a file to be imported or cleaned; ten times as much is kept in all. */
  readonly uploadLimit: number;
  /** Bytes of resident memory that a process may take which reads such a file. */
  readonly fileMemory: number;
  /** Public address of the service; absent: the listening address. */
  readonly instanceUrl?: string | undefined;
  readonly identityProviders: readonly IdentityProvider[];
  /** Absent: people log in as clients. */
  readonly signIn?: SignIn | undefined;
  /** Whether the token endpoint takes name and password; absent: it does not. */
  readonly passwordGrant?: boolean | undefined;
  /**
   * Addresses and networks (CIDR) of the reverse proxies in front of the service: what they say in X-Forwarded-For is
   * believed.
   */
  readonly trustedProxies: readonly string[];
  /**
   * Where their addresses are not known, how many they are: so many last entries of X-Forwarded-For are believed,
   * whoever sends them.
   */
  readonly proxies: number;
  readonly limits: Limits;
  /** Requests a minute and client. */
  readonly rateLimit: number;
  /** Port of a listener for `/metrics` alone, without a token; absent: none. */
  readonly metricsPort?: number | undefined;
  /** Address that it listens on. */
  readonly metricsHost: string;
  /** Certificate (chain) and private key, PEM files; absent: plain HTTP. */
  readonly tls?: TlsFiles | undefined;
  /**
   * Whether scenarios are learned from the records: not at all, as proposals that somebody accepts, or as proposals
   * that are accepted at once.
   */
  readonly learning: 'off' | 'propose' | 'activate';
  /** Records of an object from which on a scenario is learned for it. */
  readonly learningRecords: number;
  /** Share of an object's records that have to change before it is learned anew. */
  readonly learningChange: number;
  /** Whether a database also has records and history in tables that are read by SQL. */
  readonly sqlTables: boolean;
  /** Days that changes are kept for history and undo. */
  readonly historyDays: number;
  /** Bytes that the comparing of a job should take at the most; absent: half of what is free. */
  readonly jobMemory?: number | undefined;
  /** Jobs that the service starts by itself; absent: none. Taken over live. */
  readonly jobs?: JobSchedule | undefined;
  /** Origins (`scheme://host[:port]`) whose scripts may call the service from a browser. */
  readonly corsOrigins: readonly string[];
  /**
   * ISO 3166 code that phones without a country code and dates are read by; absent: no country is assumed, and dates
   * are read month first.
   */
  readonly defaultCountry?: string | undefined;
}

/** A formula field of an object, compiled. */
export interface CompiledFormulaField {
  /** Declared name. */
  readonly name: string;
  readonly formula: CompiledFormula;
}

/**
 * An on-save field update, compiled: when the condition holds for the record as it would be saved, the values are set.
 */
export interface CompiledUpdate {
  when(value: (field: string) => FieldValue, now: Date): boolean;
  readonly set: Readonly<FieldValues>;
}

/** Everything that the configuration folder says, read, checked and resolved; built-ins included. */
export interface Configuration {
  readonly registry: ObjectRegistry;
  /** Entries of `objects.json` as written. */
  readonly objectDefinitions: readonly ObjectDefinition[];
  /** Enabled scenarios only. */
  readonly scenarios: readonly Scenario[];
  /** All of them as written, built-ins and disabled ones included; for listing. */
  readonly scenarioDefinitions: readonly ScenarioDefinition[];
  /** By developer name in lower case. */
  readonly filters: ReadonlyMap<string, Filter>;
  readonly crossObject: readonly CrossObjectMap[];
  /**
   * By object type name, each object's formula fields in an order in which every field comes after those of the same
   * object that it reads.
   */
  readonly formulas: ReadonlyMap<string, readonly CompiledFormulaField[]>;
  /** By object type name, in declared order. */
  readonly onSave: ReadonlyMap<string, readonly CompiledUpdate[]>;
  /** How duplicates of an object are merged, by object type name; every object has rules. */
  readonly survivorship: ReadonlyMap<string, SurvivorshipRules>;
  /** Where events are sent. Taken over live. */
  readonly webhooks: readonly Webhook[];
  /** Forms and webhooks of other services that records come by. */
  readonly inbound: Inbound;
  readonly settings: Settings;
  /**
   * The user's lists by file name without `.txt`, one entry a line; comments and blank lines left out. They extend the
   * shipped ones.
   */
  readonly lists: ReadonlyMap<string, readonly string[]>;
}
