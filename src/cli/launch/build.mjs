/** `npm run build`, which `npm pack` runs first: installs and builds if needed, and writes the types. */
import { declareTypes, launch, setup } from './setup.mjs';

await launch(() => {
  setup();
  declareTypes();
});
