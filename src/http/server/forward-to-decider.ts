import type { IncomingMessage, ServerResponse } from 'node:http';
import type { VisibleCommits } from '../../store/record-store.js';
import type { Decider, DecidingNode } from '../../store/shared-log.js';
import { OutcomeUnknownError, StoreUnavailableError } from '../../store/store-errors.js';
import { POSITION_HEADER } from '../request/position.js';
import { relay, Upstream, UpstreamError, type PassedOn } from './upstream.js';

/** Milliseconds to find the deciding node before a request is rejected. */
const PATIENCE = 15_000;
const LOOK_MS = 250;
/** Milliseconds without a response after which the current or a former decider is checked. */
const SILENT_MS = 1_000;
const GRACE_MS = 1_000;
/** Milliseconds for this node to learn of a new decider after the contacted node has declined. */
const MOVED_MS = 200;
/** Maximum milliseconds to delay a response until this node's view has caught up. */
const SHOW_MS = 5_000;
/** Status of a node that is not the decider and has not handled the request (RFC 9110, 15.5.20). */
const MISDIRECTED = 421;

export type ForwardOutcome = 'answered' | 'moved' | 'unreachable' | 'unknown';

export interface DeciderForwardingDependencies {
  readonly decider: Decider;
  readonly visible: VisibleCommits;
  /** Trusted certificates (PEM). Default: the certificates that Node trusts. */
  readonly ca: () => readonly string[] | undefined;
  /** Called after each attempt. */
  readonly tried: (outcome: ForwardOutcome, seconds: number) => void;
  readonly warn: (message: string) => void;
}

interface UnderWay {
  readonly passedOn: PassedOn;
  readonly to: Upstream;
  readonly epoch: number;
  readonly since: number;
  /** Time at which the contacted node stopped deciding. */
  movedAt: number | undefined;
}

export interface Passing {
  readonly body: Buffer;
  /** `Authorization` header of the session; `undefined` if the request has its own header. */
  readonly authorization: string | undefined;
  readonly isRepeatable: boolean;
}

export class DeciderForwarding {
  #upstream: { readonly node: DecidingNode; readonly to: Upstream } | undefined;
  readonly #underWay = new Set<UnderWay>();
  /** Formerly deciding nodes that are being checked. */
  readonly #former = new Set<Upstream>();
  #timer: NodeJS.Timeout | undefined;
  #told = 0;

  constructor(private readonly given: DeciderForwardingDependencies) {}

  get decider(): Decider {
    return this.given.decider;
  }

  /**
   * Forwards a request. @returns false if this node must handle the request @throws StoreUnavailableError if no decider
   * can be reached; OutcomeUnknownError if the request was sent but no response arrived
   */
  async forward(request: IncomingMessage, response: ServerResponse, passing: Passing): Promise<boolean> {
    const { decider, warn } = this.given;
    const until = performance.now() + PATIENCE;
    for (;;) {
      const node = await decider.find();
      if (node === undefined) return false;
      // Returns whether the client has disconnected.
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
          // Reconnect, because certificates may have been renewed.
          this.#upstream = undefined;
          if (this.#told !== node.epoch) warn(`the decider ${node.url} cannot be reached: ${message}`);
          this.#told = node.epoch;
        } else if (!passing.isRepeatable || performance.now() >= until)
          throw new OutcomeUnknownError(`the decider ${node.url}: ${message}`, 1);
      }
      if (performance.now() >= until) throw new StoreUnavailableError('no decider is reachable', 1);
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
    const leave = (): void => passedOn.give(new UpstreamError('the client closed the connection', true));
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

  /** Returns the connections to a node. Connections to earlier nodes close when their pending requests complete. */
  #to(node: DecidingNode): Upstream {
    const known = this.#upstream;
    const isKnown = known?.node.url === node.url && known.node.secret === node.secret;
    const to = isKnown ? known.to : new Upstream({ url: node.url, secret: node.secret, ca: this.given.ca() });
    this.#upstream = { node, to };
    return to;
  }

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
      if (asked === epoch) passedOn.give(new UpstreamError('it can no longer be reached', true));
  }

  /** Checks a former decider. A former decider completes its requests as long as it responds to health checks. */
  async #probeFormer(to: Upstream): Promise<void> {
    if (this.#former.has(to)) return;
    this.#former.add(to);
    const isAnswering = await to.isAnswering();
    this.#former.delete(to);
    if (isAnswering) return;
    for (const { passedOn, to: asked, movedAt } of this.#underWay)
      if (asked === to && movedAt !== undefined)
        passedOn.give(new UpstreamError('it is no longer the decider and does not respond', true));
  }

  /** Waits until this node's view includes the change that the decider confirmed. */
  async #shows(position: number): Promise<void> {
    const { visible } = this.given;
    if (!(visible.position < position)) return;
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new Error('too late')), SHOW_MS);
    // The change is stored even if the wait times out.
    await visible.waitFor(position, late.signal).catch(() => undefined);
    clearTimeout(timer);
  }
}
