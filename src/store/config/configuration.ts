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

/** A condition on the fields of a candidate, which searches refer to by name (`filterDeveloperName`). */
export interface Filter {
  readonly developerName: string;
  readonly object: string;
  readonly source: string;
  readonly condition: Condition;
}

/** With this map, a search of one object also searches another object, for the same values. */
export interface CrossObjectMap {
  readonly from: string;
  readonly to: string;
  readonly enabled: boolean;
  /** Fields of `to` by field of `from`, in their declared spelling. */
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
  /** The redirect URL, which is compared exactly, and never computed from a request. */
  readonly redirectUrl: string;
  readonly label: string;
  readonly scope: string;
  /** Id of the client whose license is used by people who are not clients. */
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
  /** The two path segments before `dc3DataApi`. Default: `apexrest` and `dupcheck`. */
  readonly restSegment: string;
  readonly productSegment: string;
  /** Shown in responses, such as `v60.0`. */
  readonly apiVersion: string;
  /** In bytes, after decompression. */
  readonly bodyLimit: number;
  /** Maximum size of a file to import or clean, in bytes. All uploads together may have ten times this size. */
  readonly uploadLimit: number;
  /** Maximum resident memory, in bytes, of a process that reads an uploaded file. */
  readonly fileMemory: number;
  /** Public URL of the service. Default: the URL of its listener. */
  readonly instanceUrl?: string | undefined;
  readonly identityProviders: readonly IdentityProvider[];
  /** If absent, people log in as clients. */
  readonly signIn?: SignIn | undefined;
  /** Whether the token endpoint accepts a user name and password. Default: false. */
  readonly passwordGrant?: boolean | undefined;
  /** Whether apps may register themselves. Default: false. */
  readonly appRegistration?: boolean | undefined;
  /** IP addresses and networks (CIDR) of the reverse proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly string[];
  /** Number of reverse proxies with unknown addresses. This many X-Forwarded-For entries, from the end, are trusted. */
  readonly proxies: number;
  readonly limits: Limits;
  readonly rateLimit: number;
  /** Port of a separate listener that serves `/metrics` without a token. No listener by default. */
  readonly metricsPort?: number | undefined;
  readonly metricsHost: string;
  /** Certificate chain and private key as PEM files. If absent, the service uses plain HTTP. */
  readonly tls?: TlsFiles | undefined;
  /** With `propose`, a person must accept learned scenarios. With `activate`, they are used immediately. */
  readonly learning: 'off' | 'propose' | 'activate';
  /** Minimum number of records for learning an object's scenario. */
  readonly learningRecords: number;
  /** Share of an object's records that must change before its scenario is learned again. */
  readonly learningChange: number;
  readonly sqlTables: boolean;
  /** Days for which changes are visible and can be undone. */
  readonly historyDays: number;
  /** Memory limit for a job's comparison, in bytes. Default: half of the free memory. */
  readonly jobMemory?: number | undefined;
  /** Jobs that the service starts automatically. Can change without a restart. Default: none. */
  readonly jobs?: JobSchedule | undefined;
  /** Origins (`scheme://host[:port]`) whose scripts may call the service from a browser. */
  readonly corsOrigins: readonly string[];
  /** ISO 3166 code of the default country for phones and dates. If absent, dates are read month first. */
  readonly defaultCountry?: string | undefined;
}

export interface CompiledFormulaField {
  readonly name: string;
  readonly formula: CompiledFormula;
}

/** A compiled on-save update: if the record about to be saved meets the condition, the values are set. */
export interface CompiledUpdate {
  when(value: (field: string) => FieldValue, now: Date): boolean;
  readonly set: Readonly<FieldValues>;
}

export interface Configuration {
  readonly registry: ObjectRegistry;
  /** Entries of `objects.json` as written. */
  readonly objectDefinitions: readonly ObjectDefinition[];
  readonly scenarios: readonly Scenario[];
  /** All scenarios as written, including built-in and disabled ones. */
  readonly scenarioDefinitions: readonly ScenarioDefinition[];
  /** Filters by developer name in lower case. */
  readonly filters: ReadonlyMap<string, Filter>;
  readonly crossObject: readonly CrossObjectMap[];
  /** Formula fields by object type name, ordered by dependency. */
  readonly formulas: ReadonlyMap<string, readonly CompiledFormulaField[]>;
  /** Field updates by object type name, in declared order. */
  readonly onSave: ReadonlyMap<string, readonly CompiledUpdate[]>;
  /** Merge rules by object type name. Every object has rules. */
  readonly survivorship: ReadonlyMap<string, SurvivorshipRules>;
  /** Receivers of events, which can change without a restart. */
  readonly webhooks: readonly Webhook[];
  readonly inbound: Inbound;
  readonly settings: Settings;
  /** Word lists by file name without `.txt`, without comments and blank lines. Extend the built-in lists. */
  readonly lists: ReadonlyMap<string, readonly string[]>;
}
