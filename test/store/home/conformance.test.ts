import { FolderHome } from '../../../src/store/home/folder/folder-home.js';
import { newFolder } from '../../support/temporary-folder.js';
import { homeConformance } from './conformance.js';

homeConformance('a data folder', () => {
  const folder = newFolder();
  return Promise.resolve({
    open: () => Promise.resolve(new FolderHome(folder)),
    // With all others of the test.
    remove: () => Promise.resolve(),
  });
});
