import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../auth/atomic-file.js';
import { keptProposalSchema, type KeptProposal } from './proposal.js';

const NAME = /^[A-Za-z]\w{0,79}\.json$/;

/** What was learned of each object, in the data folder: a file each, replaced whole, for its owner only. */
export class ProposalFolder {
  readonly #path: string;

  constructor(dataFolder: string) {
    this.#path = join(dataFolder, 'proposals');
  }

  /** By object. A file that is not what was written counts as none: its object is learned again. */
  all(): Map<string, KeptProposal> {
    const kept = this.#names().flatMap((name) => {
      try {
        const read = keptProposalSchema.safeParse(JSON.parse(readFileSync(join(this.#path, name), 'utf8')));
        return read.success && name === `${read.data.object}.json` ? [read.data] : [];
      } catch {
        return [];
      }
    });
    return new Map(kept.map((one) => [one.object, one]));
  }

  put(kept: KeptProposal): void {
    mkdirSync(this.#path, { recursive: true, mode: 0o700 });
    replaceFile(join(this.#path, `${kept.object}.json`), `${JSON.stringify(kept)}\n`);
  }

  #names(): string[] {
    try {
      return readdirSync(this.#path).filter((name) => NAME.test(name));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }
}
