import { createHash, randomUUID } from 'node:crypto';
import { COMMON_INSTALLATION, INSTALLATIONS, installationNumber, isInstallation } from '../records/ids.js';

/** Counter for the installation in a store's new Ids, 0 until the installation is chosen. */
export const INSTALLATION_COUNTER = 'installation';
/** Counter for the last Id number of a key prefix, in any installation. */
export const idCounter = (keyPrefix: string): string => `id:${keyPrefix}`;
/** Counter for the installation in a key prefix's last Id. 0 is the common installation. */
export const installationCounter = (keyPrefix: string): string => `${INSTALLATION_COUNTER}:${keyPrefix}`;

/** Returns whether a counter must never decrease, even if its transaction fails, because no Id may be issued twice. */
export function isOfIds(counter: string): boolean {
  return counter.startsWith('id:') || counter.startsWith(INSTALLATION_COUNTER);
}

/** Chooses a new store's installation, which must be higher than the installations of imported Ids. */
export type DrawInstallation = (above: number) => number;

/**
 * Chooses an installation that depends only on the seed. Uses the lower half of the remaining range, so that stores
 * with imported Ids leave room for later stores.
 * @throws Error if no higher installation is left
 */
export function drawFrom(seed: string): DrawInstallation {
  return (above) => {
    const left = INSTALLATIONS - 1 - above;
    if (left < 2) throw new Error('likeness: the imported Ids leave no free installation number');
    const hash = createHash('sha256').update(`${seed} ${above}`).digest();
    const drawn = above + 1 + (hash.readUIntBE(0, 6) % Math.ceil(left / 2));
    return isInstallation(drawn) ? drawn : drawn + 1;
  };
}

/**
 * @param installation four letters or digits, `LK01` or higher, for a new store; random by default
 * @throws RangeError if it is not an installation
 */
export function installationDraw(installation: string | undefined): DrawInstallation {
  if (installation === undefined) return drawFrom(randomUUID());
  const number = installationNumber(installation);
  if (number === undefined || number <= COMMON_INSTALLATION)
    throw new RangeError(
      `installation "${installation}": expected four letters or digits, at least LK01, that do not end in 0`,
    );
  return (above) => (number > above ? number : drawFrom(installation)(above));
}
