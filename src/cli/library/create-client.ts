import type { SearchInput, SearchOutput, UpsertDataInput, UpsertDataOutput } from '../../records/contract/schemas.js';
import { defaultSettings } from '../../store/config/settings.js';
import { remoteService, type AccessToken, type RemoteService } from '../remote-service.js';
import { LikenessError, told } from './likeness-error.js';

export interface ClientOptions {
  /** URL of the service, such as `https://likeness.example.com`. */
  readonly url: string;
  /** An access token, or a function that is called before each request, so that it can renew the token. */
  readonly token: AccessToken;
  /** Path segments of the two endpoints, if the service changes them. Default: `apexrest` and `dupcheck`. */
  readonly restSegment?: string;
  readonly productSegment?: string;
}

/** A client of a running service. See API.md for requests and responses. */
export interface LikenessClient {
  /** Creates a record, or updates its duplicate. @throws LikenessError if the request is rejected */
  upsert(input: Readonly<UpsertDataInput>): Promise<UpsertDataOutput>;
  /** Finds records that may be duplicates of the values. @throws LikenessError if the request is rejected */
  search(input: Readonly<SearchInput>): Promise<SearchOutput>;
  /** Calls any endpoint by its operation Id in OpenAPI. @throws LikenessError if the request is rejected */
  readonly call: RemoteService['call'];
}

/** @throws LikenessError for an invalid URL or a missing token */
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
