import type { SearchInput, SearchOutput, UpsertDataInput, UpsertDataOutput } from '../../records/contract/schemas.js';
import { defaultSettings } from '../../store/config/settings.js';
import { remoteService, type AccessToken, type RemoteService } from '../remote-service.js';
import { LikenessError, told } from './likeness-error.js';

export interface ClientOptions {
  /** Address of the service: `https://likeness.example.com`. */
  readonly url: string;
  /** An access token, or what gives one: asked before each request, so that it can be renewed. */
  readonly token: AccessToken;
  /** Path segments of the two endpoints, where the service has others: `apexrest` and `dupcheck`. */
  readonly restSegment?: string;
  readonly productSegment?: string;
}

/** A client of a running service: see API.md for requests and answers. */
export interface LikenessClient {
  /** Creates a record, or updates its duplicate. @throws LikenessError where the request is refused */
  upsert(input: Readonly<UpsertDataInput>): Promise<UpsertDataOutput>;
  /** Finds records that may be duplicates of the values. @throws LikenessError where the request is refused */
  search(input: Readonly<SearchInput>): Promise<SearchOutput>;
  /** Calls any endpoint by its operation Id in OpenAPI. @throws LikenessError if it is refused */
  readonly call: RemoteService['call'];
}

/** @throws LikenessError for an invalid address or a missing token */
export function createClient({ url, token, ...segments }: ClientOptions): LikenessClient {
  const { restSegment, productSegment } = { ...defaultSettings, ...segments };
  let service: RemoteService;
  try {
    service = remoteService({ url, token }, { restSegment, productSegment })!;
  } catch (error) {
    throw new LikenessError((error as Error).message.replaceAll('--', 'options.'), { cause: error });
  }
  return {
    upsert: (input) => told(() => service.call('upsert', { body: { input } })),
    search: (input) => told(() => service.call('search', { body: input })),
    call: (...asked) => told(() => service.call(...asked)),
  };
}
