import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../auth/atomic-file.js';
import { keptProposalSchema, type KeptProposal } from './proposal.js';

const NAME = /^[A-Za-z]\w{0,79}\.json$/;

/** Where it is kept what was learned of each object. */
export interface ProposalPlace {
  /** By object. What is not what was written counts as none: its object is learned again. */
  all(): Promise<Map<string, KeptProposal>>;
  put(kept: KeptProposal): Promise<void>;
  /** Unless it has been learned again meanwhile: the new one waits. */
  end(kept: KeptProposal, status: KeptProposal['status']): Promise<void>;
}

/** What was learned of each object, in the data folder: a file each, replaced whole, for its owner only. */
export class ProposalFolder implements ProposalPlace {
  readonly #path: string;

  constructor(dataFolder: string) {
    this.#path = join(dataFolder, 'proposals');
  }

  // eslint-disable-next-line @typescript-eslint/require-await -- files this small are read at once
  async all(): Promise<Map<string, KeptProposal>> {
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

  // eslint-disable-next-line @typescript-eslint/require-await -- and written at once
  async put(kept: KeptProposal): Promise<void> {
    mkdirSync(this.#path, { recursive: true, mode: 0o700 });
    replaceFile(join(this.#path, `${kept.object}.json`), `${JSON.stringify(kept)}\n`);
  }

  async end(kept: KeptProposal, status: KeptProposal['status']): Promise<void> {
    if ((await this.all()).get(kept.object)?.time === kept.time) await this.put({ ...kept, status });
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
