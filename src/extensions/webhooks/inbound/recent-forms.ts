import { ExpiringMap } from '../../../service/auth/expiring-map.js';
import { FixedWindowCounter } from '../../../service/auth/fixed-window-counter.js';
import type { WebForm } from '../../../store/config/inbound-schema.js';

const MINUTE = 60_000;
/** Milliseconds during which an identical form is treated as a repetition. */
const SAME_MS = 600_000;
const REMEMBERED = 20_000;

export class RecentForms {
  readonly #ofForm = new FixedWindowCounter(MINUTE, 1_000);
  readonly #ofAddress = new FixedWindowCounter(MINUTE, REMEMBERED);
  readonly #same = new ExpiringMap<Promise<void>>(REMEMBERED);

  /**
   * Counts a submission. @returns seconds to wait if there were too many submissions of the form or from the address;
   * this one is then not counted
   */
  refusedFor({ key, perMinute, perMinuteAndAddress }: WebForm, address: string, now: number): number | undefined {
    const ofAddress = `${key} ${address}`;
    if (this.#ofForm.count(key, now) >= perMinute) return this.#ofForm.secondsLeft(key, now);
    if (this.#ofAddress.count(ofAddress, now) >= perMinuteAndAddress)
      return this.#ofAddress.secondsLeft(ofAddress, now);
    this.#ofForm.add(key, now);
    this.#ofAddress.add(ofAddress, now);
    return undefined;
  }

  /** Saves a form once. A failed form can be sent again. @param digest of form and values */
  async once(digest: string, now: number, save: () => Promise<void>): Promise<void> {
    const before = this.#same.get(digest, now);
    if (before !== undefined) return before;
    const saving = save();
    this.#same.set(digest, saving, now + SAME_MS);
    try {
      await saving;
    } catch (error) {
      this.#same.delete(digest);
      throw error;
    }
  }
}

const ofService = new WeakMap<object, RecentForms>();

export function formsOf(service: object): RecentForms {
  const forms = ofService.get(service) ?? new RecentForms();
  ofService.set(service, forms);
  return forms;
}
