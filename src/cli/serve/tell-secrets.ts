import type { Logger } from 'pino';
import { SECRET_FILE, type WrappedSecrets } from '../../store/wrapped-secrets.js';

/** Reports at the start how secrets are stored. @param renewed names of secrets stored differently now */
export function tellSecrets(
  { path, isShared }: WrappedSecrets,
  renewed: readonly string[],
  place: 'folder' | 'database',
  logger: Logger,
): void {
  if (isShared) logger.warn(`${path}: others may read this file; allow its owner only: chmod 600 ${path}`);
  if (renewed.length > 0) logger.info(`wrapped by the first line of ${path}: ${renewed.join(', ')}`);
  if (path !== undefined) logger.info(`stored secrets are encrypted with ${path} (${SECRET_FILE})`);
  else if (place === 'folder')
    logger.info(`secrets are stored in plain in the data folder, in files of the owner: ${SECRET_FILE} encrypts them`);
  else
    logger.warn(
      `secrets that can issue tokens are stored in plain in the database and its dumps: ${SECRET_FILE} encrypts them`,
    );
}
