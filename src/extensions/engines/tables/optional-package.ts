import { Failure } from '../../../runtime/failure.js';

/** @param why its purpose, as the beginning of a sentence @throws Failure naming it if it is missing */
export async function optionalPackage<Module>(name: string, why: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new Failure(`${why} needs the package ${name}: npm install ${name}`);
  }
}
