import { describe, onTestFinished, vi } from 'vitest';
import { FileFolder } from '../../src/files/file-folder.js';
import { serve } from '../http/serve.js';
import { filesLaws } from './files-laws.js';

vi.setConfig({ testTimeout: 240_000 });

describe('files in a data folder', () => {
  filesLaws(async () => {
    const service = await serve();
    onTestFinished(() => service.close());
    const { likeness, dataFolder } = service;
    return { next: () => Promise.resolve({ likeness, place: new FileFolder(dataFolder) }) };
  });
});
