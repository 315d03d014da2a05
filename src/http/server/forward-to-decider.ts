import type { IncomingMessage, ServerResponse } from 'node:http';
import type { VisibleCommits } from '../../store/record-store.js';
import type { Decider, DecidingNode } from '../../store/shared-log.js';
import { OutcomeUnknownError, StoreUnavailableError } from '../../store/store-errors.js';
import { POSITION_HEADER } from '../request/position.js';
import { relay, Upstream, UpstreamError, type PassedOn } from './upstream.js';

/** Milliseconds in which somebody is found who decides, before a request is refused. */
const PATIENCE = 15_000;
/** Milliseconds between two looks at the requests that wait for their answers. */
const LOOK_MS = 250;
/** Milliseconds without an answer after which it is looked whether the other node is still there. */
const SILENT_MS = 1_000;
/** Milliseconds without an answer of a node that decides no more after which it is looked whether it answers at all. */
const GRACE_MS = 1_000;
/** Milliseconds in which it shows who decides, where the one that was asked does not. */
const MOVED_MS = 200;
/** Milliseconds for which an answer waits until this node shows what it shows. */
const SHOW_MS = 5_000;
/** Misdirected: the node that was asked does not decide, and has done nothing. RFC 9110, 15.5.20. */
const MISDIRECTED = 421;

export type ForwardOutcome = 'answered' | 'moved' | 'unreachable' | 'unknown';

export interface DeciderForwardingDependencies {
  readonly decider: Decider;
  readonly visible: VisibleCommits;
  /** Certificates that other nodes may show now, PEM; `undefined`: those that Node trusts. */
  readonly ca: () => readonly string[] | undefined;
  /** Is told what became of each try, after so many seconds. */
  readonly tried: (outcome: ForwardOutcome, seconds: number) => void;
  readonly warn: (message: string) => void;
}

/** A request that another node has. */
interface UnderWay {
  readonly passedOn: PassedOn;
  readonly to: Upstream;
  readonly epoch: number;
  readonly since: number;
  /** Since when that node decides no more. */
  movedAt: number | undefined;
}

export interface Passing {
  readonly body: Buffer;
  /** Whom a session stands for; absent: the request says it itself. */
  readonly authorization: string | undefined;
  /** Whether it has an effect once only, however often it is sent. */
  readonly isRepeatable: boolean;
}

/** Passes on what is to be decided to the node that decides, and answers as that does. */
export class DeciderForwarding {
  #upstream: { readonly node: DecidingNode; readonly to: Upstream } | undefined;
  readonly #underWay = new Set<UnderWay>();
  /** Nodes that decide no more, while it is looked whether they answer. */
  readonly #former = new Set<Upstream>();
  #timer: NodeJS.Timeout | undefined;
  #told = 0;

  constructor(private readonly given: DeciderForwardingDependencies) {}

  get decider(): Decider {
    return this.given.decider;
  }

  /**
   * @returns false where it is for this node to answer
   * @throws StoreUnavailableError where nobody who decides can be asked; OutcomeUnknownError where it was sent, and
   * nobody knows what became of it
   */
  async forward(request: IncomingMessage, response: ServerResponse, passing: Passing): Promise<boolean> {
    const { decider, warn } = this.given;
    const until = performance.now() + PATIENCE;
    for (;;) {
      const node = await decider.find();
      if (node === undefined) return false;
      // Its client has gone: there is nobody to answer.
      const isOver = (): boolean => response.closed;
      if (isOver()) return true;
      try {
        const answer = await this.#ask(node, request, response, passing);
        if (answer.statusCode !== MISDIRECTED) {
          await this.#shows(Number(answer.headers[POSITION_HEADER.toLowerCase()] ?? 0));
          relay(answer, request, response);
          return true;
        }
        answer.resume();
        await decider.leaves(node.epoch, MOVED_MS);
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error;
        if (isOver()) return true;
        const { isSent, message } = error;
        if (!isSent) {
          decider.isUnreachable(node.epoch);
          // Certificates may have been renewed.
          this.#upstream = undefined;
          if (this.#told !== node.epoch) warn(`the node that decides, ${node.url}, cannot be reached: ${message}`);
          this.#told = node.epoch;
        } else if (!passing.isRepeatable || performance.now() >= until)
          throw new OutcomeUnknownError(`the node that decides, ${node.url}: ${message}`, 1);
      }
      if (performance.now() >= until) throw new StoreUnavailableError('no node that decides can be asked', 1);
    }
  }

  close(): void {
    clearInterval(this.#timer);
    this.#upstream?.to.close();
  }

  async #ask(
    node: DecidingNode,
    request: IncomingMessage,
    response: ServerResponse,
    { body, authorization }: Passing,
  ): Promise<IncomingMessage> {
    const since = performance.now();
    const to = this.#to(node);
    const passedOn = to.ask(request, body, authorization);
    const underWay: UnderWay = { passedOn, to, epoch: node.epoch, since, movedAt: undefined };
    const leave = (): void => passedOn.give(new UpstreamError('the client has gone', true));
    response.once('close', leave);
    this.#underWay.add(underWay);
    this.#timer ??= setInterval(() => this.#look(), LOOK_MS).unref();
    const tried = (outcome: ForwardOutcome): void =>
      this.given.tried(outcome, (performance.now() - underWay.since) / 1_000);
    try {
      const answer = await passedOn.answer;
      tried(answer.statusCode === MISDIRECTED ? 'moved' : 'answered');
      return answer;
    } catch (error) {
      tried((error as UpstreamError).isSent ? 'unknown' : 'unreachable');
      throw error;
    } finally {
      response.off('close', leave);
      this.#underWay.delete(underWay);
    }
  }

  /** One at a time: connections to who decided before end with what is under way on them. */
  #to(node: DecidingNode): Upstream {
    const known = this.#upstream;
    const isKnown = known?.node.url === node.url && known.node.secret === node.secret;
    const to = isKnown ? known.to : new Upstream({ url: node.url, secret: node.secret, ca: this.given.ca() });
    this.#upstream = { node, to };
    return to;
  }

  /** A node that stands still, or that the network hides, answers nothing more: that is noticed here. */
  #look(): void {
    const now = performance.now();
    if (this.#underWay.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
      return;
    }
    const { epoch } = this.given.decider;
    let isSilent = false;
    for (const one of this.#underWay) {
      if (one.epoch !== epoch) one.movedAt ??= now;
      if (one.movedAt !== undefined && now - one.movedAt >= GRACE_MS) void this.#probeFormer(one.to);
      else if (one.epoch === epoch && now - one.since >= SILENT_MS) isSilent = true;
    }
    if (isSilent) void this.#probe(epoch);
  }

  async #probe(epoch: number): Promise<void> {
    const known = this.#upstream;
    if (known?.node.epoch !== epoch || (await known.to.isThere())) return;
    this.given.decider.isUnreachable(epoch);
    for (const { passedOn, epoch: asked } of this.#underWay)
      if (asked === epoch) passedOn.give(new UpstreamError('it cannot be reached any more', true));
  }

  /** As long as it answers anything, it still answers what it had begun. */
  async #probeFormer(to: Upstream): Promise<void> {
    if (this.#former.has(to)) return;
    this.#former.add(to);
    const isAnswering = await to.isAnswering();
    this.#former.delete(to);
    if (isAnswering) return;
    for (const { passedOn, to: asked, movedAt } of this.#underWay)
      if (asked === to && movedAt !== undefined)
        passedOn.give(new UpstreamError('it decides no more, and answers nothing', true));
  }

  /** Whoever was answered finds here what the answer says. */
  async #shows(position: number): Promise<void> {
    const { visible } = this.given;
    if (!(visible.position < position)) return;
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new Error('too late')), SHOW_MS);
    // The change is kept all the same.
    await visible.waitFor(position, late.signal).catch(() => undefined);
    clearTimeout(timer);
  }
}
