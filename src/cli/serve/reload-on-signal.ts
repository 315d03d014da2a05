import type { Logger } from 'pino';
import type { LiveConfiguration } from '../../service/config/live-configuration.js';

/** Reloads the configuration at SIGHUP. @returns stops it */
export function reloadOnSignal(configuration: LiveConfiguration, logger: Pick<Logger, 'info' | 'warn'>): () => void {
  const reload = (): void => {
    configuration.reload({ by: 'server' }).then(
      (rebuilt) => logger.info({ rebuilt }, 'the configuration was reloaded'),
      (error: unknown) => logger.warn(`the configuration in use stays: ${(error as Error).message}`),
    );
  };
  process.on('SIGHUP', reload);
  return () => process.off('SIGHUP', reload);
}
