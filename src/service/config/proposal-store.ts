import { change, type Home } from '../../store/home/home.js';
import { keptProposalSchema, type KeptProposal } from './proposal.js';
import { parsedJson } from '../../runtime/syntax/parsed-json.js';

/** Stores the result of learning for each object, and its status, as `proposals/<object>.json`. */
export class ProposalStore {
  constructor(private readonly home: Pick<Home, 'list' | 'read' | 'write'>) {}

  /** By object. Skips invalid documents, so that the scenarios of their objects are learned again. */
  async all(): Promise<Map<string, KeptProposal>> {
    const kept = (await this.home.list('proposals')).flatMap(({ name, content }) => {
      const read = parsed(content);
      return read !== undefined && name === nameOf(read) ? [read] : [];
    });
    return new Map(kept.map((one) => [one.object, one]));
  }

  async put(kept: KeptProposal): Promise<void> {
    await this.home.write(nameOf(kept), textOf(kept));
  }

  /** Sets the status, unless the object has a newer result. */
  async end(kept: KeptProposal, status: KeptProposal['status']): Promise<void> {
    await this.#change(kept, { status });
  }

  /** Stores the decisions that confirm the result, unless the object has a newer result. */
  async bornOut(kept: KeptProposal, decisions: KeptProposal['decisions']): Promise<void> {
    await this.#change(kept, { decisions });
  }

  async #change(kept: KeptProposal, part: Partial<KeptProposal>): Promise<void> {
    await change(this.home, nameOf(kept), (content) => {
      const current = content === undefined ? undefined : parsed(content);
      return current?.time === kept.time ? textOf({ ...current, ...part }) : undefined;
    });
  }
}

const nameOf = ({ object }: KeptProposal): string => `proposals/${object}.json`;
const textOf = (kept: KeptProposal): string => `${JSON.stringify(kept)}\n`;

function parsed(content: string): KeptProposal | undefined {
  return keptProposalSchema.safeParse(parsedJson(content)).data;
}
