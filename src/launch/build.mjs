/** `npm pack` runs this first: installs and builds, each only when needed. */
import { launch, setup } from './setup.mjs';

await launch(() => setup());
