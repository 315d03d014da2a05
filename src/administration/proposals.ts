import type { AuditEntry } from '../auth/audit-log.js';
import { RequestError } from '../contract/request-error.js';
import type { ScenarioDefinition } from '../matching/scenario.js';
import type { Actor } from './live-configuration.js';
import type { ProposalFolder } from './proposal-folder.js';
import { shownProposal, type KeptProposal, type ShownProposal } from './proposal.js';

interface Waiting {
  readonly kept: KeptProposal;
  readonly shown: ShownProposal;
  readonly scenario: ScenarioDefinition;
}

/** Learned scenarios that wait for somebody to accept or discard them. */
export class Proposals {
  /** @param use writes a scenario into the configuration, and has it used */
  constructor(
    private readonly folder: ProposalFolder,
    private readonly use: (actor: Actor, scenario: ScenarioDefinition) => Promise<unknown>,
    private readonly audit: (entry: AuditEntry) => void,
  ) {}

  list(): ShownProposal[] {
    return this.#all().map(({ shown }) => shown);
  }

  /** @throws RequestError 404, and what `use` throws: then it waits on */
  async accept(id: string, actor: Actor): Promise<ShownProposal> {
    const waiting = this.#find(id);
    await this.use(actor, waiting.scenario);
    this.#end(waiting, 'accepted');
    this.audit({ ...actor, action: 'proposalAccepted', target: [id] });
    return waiting.shown;
  }

  /** It is learned again when the records have changed by enough. @throws RequestError 404 */
  discard(id: string, actor: Actor): ShownProposal {
    const waiting = this.#find(id);
    this.#end(waiting, 'discarded');
    this.audit({ ...actor, action: 'proposalDiscarded', target: [id] });
    return waiting.shown;
  }

  #all(): Waiting[] {
    return [...this.folder.all().values()].flatMap((kept) => {
      const shown = kept.status === 'proposed' ? shownProposal(kept) : undefined;
      return shown === undefined ? [] : [{ kept, shown, scenario: kept.proposal!.scenario }];
    });
  }

  #find(id: string): Waiting {
    const all = this.#all();
    const found = all.find(({ shown }) => shown.id === id);
    if (found !== undefined) return found;
    const known = all.length === 0 ? 'none waits' : `waiting: ${all.map(({ shown }) => shown.id).join(', ')}`;
    throw new RequestError(404, 'NOT_FOUND', `There is no proposal '${id.slice(0, 80)}'; ${known}`, ['id']);
  }

  /** Unless it has been learned again meanwhile: the new one waits. */
  #end({ kept }: Waiting, status: KeptProposal['status']): void {
    if (this.folder.all().get(kept.object)?.time === kept.time) this.folder.put({ ...kept, status });
  }
}
