import { configurationOf } from '../store/config/load.js';
import { WrongUse } from '../runtime/failure.js';
import { remoteService, type RemoteOptions, type RemoteService } from './remote-service.js';

/** The running service that a command requires. @param why the reason @throws WrongUse if none is given */
export async function runningService(
  { config, ...given }: RemoteOptions & { readonly config: string },
  why: string,
): Promise<RemoteService> {
  const service = remoteService(given, (await configurationOf(config)).settings);
  if (service === undefined) throw new WrongUse(`give the running service with --url: ${why}`);
  return service;
}
