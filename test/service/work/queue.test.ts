import { FolderHome } from '../../../src/store/home/folder/folder-home.js';
import { newFolder } from '../../support/temporary-folder.js';
import { queueLaws } from './queue-laws.js';

queueLaws('a data folder', () => {
  const folder = newFolder();
  return Promise.resolve(() => Promise.resolve(new FolderHome(folder)));
});
