import { join } from 'node:path';
import { describe } from 'vitest';
import { KeptFiles } from '../../../src/service/import/kept-files.js';
import { FolderHome } from '../../../src/store/home/folder/folder-home.js';
import { serveForTest } from '../../http/serve.js';
import { newFolder } from '../../support/temporary-folder.js';
import { filesLaws } from './files-laws.js';

describe('files in a data folder', () => {
  filesLaws(async () => {
    const service = await serveForTest();
    // A separate folder, because the service also processes files in its own folder.
    const [{ likeness }, dataFolder] = [service, newFolder()];
    const home = new FolderHome(dataFolder);
    const folder = join(dataFolder, 'files-on-their-way');
    return { next: () => Promise.resolve({ likeness, place: new KeptFiles({ home, folder }) }) };
  });
});
