import type { Logger } from 'pino';
import { SECRET_FILE, type WrappedSecrets } from '../../store/wrapped-secrets.js';

/** Operators learn at the start how secrets rest. @param renewed names of those that rest otherwise than before */
export function tellSecrets(
  { path, isShared }: WrappedSecrets,
  renewed: readonly string[],
  place: 'folder' | 'database',
  logger: Logger,
): void {
  if (isShared) logger.warn(`${path}: others may read this file; allow its owner only: chmod 600 ${path}`);
  if (renewed.length > 0) logger.info(`wrapped by the first line of ${path}: ${renewed.join(', ')}`);
  if (path !== undefined) logger.info(`secrets rest wrapped by ${path} (${SECRET_FILE})`);
  else if (place === 'folder')
    logger.info(`secrets rest in plain in the data folder, in files of the owner: ${SECRET_FILE} wraps them`);
  else
    logger.warn(
      `secrets rest in plain in the database and its dumps, by which tokens can be issued: ${SECRET_FILE} wraps them`,
    );
}
