import { existsSync } from 'node:fs';

const PLACES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map(
  (name) => `/usr/bin/${name}`,
);

export const findBrowser = (): string | undefined =>
  [process.env['CHROMIUM'] ?? '', ...PLACES].find((path) => path !== '' && existsSync(path));
