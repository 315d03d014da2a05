import type { AuditEntry } from '../auth/audit-log.js';
import { RequestError } from '../../records/contract/request-error.js';
import type { ScenarioDefinition } from '../../matching/scenario.js';
import type { Actor } from './live-configuration.js';
import type { ProposalStore } from './proposal-store.js';
import { shownProposal, type KeptProposal, type ShownProposal } from './proposal.js';

interface Waiting {
  readonly kept: KeptProposal;
  readonly shown: ShownProposal;
  readonly scenario: ScenarioDefinition;
}

export class Proposals {
  /** @param use writes a scenario to the configuration and applies it */
  constructor(
    private readonly place: ProposalStore,
    private readonly use: (actor: Actor, scenario: ScenarioDefinition) => Promise<unknown>,
    private readonly audit: (entry: AuditEntry) => void,
  ) {}

  async list(): Promise<ShownProposal[]> {
    return (await this.#all()).map(({ shown }) => shown);
  }

  /** @throws RequestError 404 */
  async scenario(id: string): Promise<ScenarioDefinition> {
    return (await this.#find(id)).scenario;
  }

  /** @throws RequestError 404, and any error from `use`; the proposal is then still pending */
  async accept(id: string, actor: Actor): Promise<ShownProposal> {
    const waiting = await this.#find(id);
    await this.use(actor, waiting.scenario);
    await this.place.end(waiting.kept, 'accepted');
    this.audit({ ...actor, action: 'proposalAccepted', target: [id] });
    return waiting.shown;
  }

  /** After enough changes, the object's scenario is learned again. @throws RequestError 404 */
  async discard(id: string, actor: Actor): Promise<ShownProposal> {
    const waiting = await this.#find(id);
    await this.place.end(waiting.kept, 'discarded');
    this.audit({ ...actor, action: 'proposalDiscarded', target: [id] });
    return waiting.shown;
  }

  async #all(): Promise<Waiting[]> {
    return [...(await this.place.all()).values()].flatMap((kept) => {
      const shown = kept.status === 'proposed' ? shownProposal(kept) : undefined;
      return shown === undefined ? [] : [{ kept, shown, scenario: kept.proposal!.scenario }];
    });
  }

  async #find(id: string): Promise<Waiting> {
    const all = await this.#all();
    const found = all.find(({ shown }) => shown.id === id);
    if (found !== undefined) return found;
    const known = all.length === 0 ? 'none is open' : `open: ${all.map(({ shown }) => shown.id).join(', ')}`;
    throw new RequestError(404, 'NOT_FOUND', `There is no proposal '${id.slice(0, 80)}'; ${known}`, ['id']);
  }
}
