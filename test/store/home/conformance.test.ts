import { FolderHome } from '../../../src/store/home/folder/folder-home.js';
import { newFolder } from '../../support/temporary-folder.js';
import { homeConformance } from './conformance.js';

homeConformance('a data folder', () => {
  const folder = newFolder();
  return Promise.resolve({
    open: () => Promise.resolve(new FolderHome(folder)),
    // Removed with the test's other folders.
    remove: () => Promise.resolve(),
  });
});
