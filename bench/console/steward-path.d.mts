import type { Page } from 'playwright-core';

export function walk(page: Page, shot?: (name: string) => Promise<unknown>): Promise<number>;
