import { existsSync } from 'node:fs';

/**
 * Debian's and others; CHROMIUM names another one. Made without windows it takes half of the processor time, which
 * tests that wait for one another can use.
 */
const PLACES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map(
  (name) => `/usr/bin/${name}`,
);

export const findBrowser = (): string | undefined =>
  [process.env['CHROMIUM'] ?? '', ...PLACES].find((path) => path !== '' && existsSync(path));
