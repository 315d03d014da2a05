import { FULL } from '../../matching/method.js';
import { adjustmentOf, type Frequencies } from '../../matching/model.js';
import type { Scenario } from '../../matching/scenario.js';
import { joinScenario, type JoinScenario } from '../self-join/join-scenario.js';

/** How far two rows agree in a field: not so that it helps, in similar values, in equal ones. */
export const NOT = 0;
export const ALIKE = 1;
export const EQUAL = 2;
export type FieldAgreement = Uint8Array;

/**
 * Whether two rows that agree in some fields may be duplicates by a scenario, all else as it suits them best. What is
 * known of one of the rows, its blanks and how common its values are, lowers the bounds: a pair's adjustment is that of
 * its commoner value, so that it is never above that of the row's own.
 */
export class Reach {
  readonly count: number;
  private readonly join: JoinScenario;
  /** Most that a field adds, by field and agreement. */
  private readonly most: Float64Array;
  /** By field: what it adds where one of the rows, or both, are blank. */
  private readonly blank: Float64Array;
  private readonly isFilled: Uint8Array;
  /** By field: the adjustment of the values that add most. */
  private readonly rarest: readonly number[];
  private readonly frequencies: readonly (Frequencies | undefined)[];

  constructor(readonly scenario: Scenario) {
    this.count = scenario.fields.length;
    this.join = joinScenario(scenario, [...scenario.fields.keys()], () => undefined);
    this.most = new Float64Array(3 * this.count);
    this.blank = new Float64Array(this.count);
    this.isFilled = new Uint8Array(this.count);
    this.frequencies = scenario.fields.map((_, i) => scenario.model?.fields[i]!.frequencies);
    this.rarest = this.frequencies.map(rarestOf);
    this.setAny();
  }

  /** Whether how common values are plays a part. */
  get hasFrequencies(): boolean {
    return this.frequencies.some((each) => each !== undefined);
  }

  /** From here on the rows may be any. */
  setAny(): void {
    for (let i = 0; i < this.count; i++) {
      this.setFilled(i, this.rarest[i]!);
      this.blank[i] = Math.max(this.join.blank(i, 1), this.join.blank(i, 2));
    }
  }

  /** From here on one of the rows has these normal forms, by field; `''` is blank. */
  setRow(normals: readonly string[]): void {
    for (let i = 0; i < this.count; i++) {
      const normal = normals[i]!;
      if (normal === '') {
        this.isFilled[i] = 0;
        this.most.fill(this.join.blank(i, 1), 3 * i, 3 * i + 3);
        this.blank[i] = this.join.blank(i, 2);
      } else {
        this.setFilled(i, adjustmentOf(this.frequencies[i], normal));
        this.blank[i] = this.join.blank(i, 1);
      }
    }
  }

  /** Adjustments of such a row, and which of its fields are blank: rows of which these are the same have one reach. */
  kindOf(normals: readonly string[]): string {
    let kind = '';
    for (let i = 0; i < this.count; i++) {
      const normal = normals[i]!;
      kind += normal === '' ? '-' : `${this.frequencies[i] ? adjustmentOf(this.frequencies[i], normal) : ''};`;
    }
    return kind;
  }

  /** Whether rows that agree like this, and no more, may be duplicates. */
  mayReach(agreement: FieldAgreement): boolean {
    // Without a model some likeness is needed for any score above 0, which the sum of bounds alone does not tell.
    if (this.scenario.model === undefined && agreement.every((each) => each === NOT))
      return this.scenario.threshold === 0;
    const { weights, required, base } = this.join;
    let sum = base;
    let compared = 0;
    const spared: number[] = [];
    for (let i = 0; i < this.count; i++) {
      const most = this.most[3 * i + agreement[i]!]!;
      if (most > this.blank[i]!) {
        sum += most;
        if (this.isFilled[i] === 1) compared += weights[i]!;
      } else {
        sum += this.blank[i]!;
        if (this.isFilled[i] === 1) spared.push(i);
      }
    }
    if (sum < 0) return false;
    const missing = required / FULL - compared;
    return missing <= 0 || sum >= this.leastLoss(agreement, spared, missing, sum);
  }

  /**
   * Fields that would rather be blank, but some of them must be compared.
   *
   * @param fields these
   * @param missing weight to be compared besides
   * @param most what may be lost
   * @returns what those lose that lose least; Infinity where none suffice
   */
  private leastLoss(agreement: FieldAgreement, fields: readonly number[], missing: number, most: number): number {
    let least = Infinity;
    const visit = (at: number, left: number, loss: number): void => {
      if (loss > most || loss >= least) return;
      if (left <= 0) least = loss;
      else if (at < fields.length) {
        const i = fields[at]!;
        visit(at + 1, left - this.join.weights[i]!, loss + this.blank[i]! - this.most[3 * i + agreement[i]!]!);
        visit(at + 1, left, loss);
      }
    };
    visit(0, missing, 0);
    return least;
  }

  /** Whether the one agreement can add more than the other in a field. */
  isMore(field: number, one: number, other: number): boolean {
    return this.most[3 * field + one]! > this.most[3 * field + other]!;
  }

  private setFilled(i: number, adjustment: number): void {
    const { join, most } = this;
    const { nearest = FULL } = this.scenario.fields[i]!.method;
    const least = join.least(i);
    this.isFilled[i] = 1;
    most[3 * i] = join.most(i, least - 1, adjustment);
    most[3 * i + 1] = Math.max(most[3 * i]!, join.most(i, Math.max(nearest, least - 1), adjustment));
    most[3 * i + 2] = Math.max(most[3 * i + 1]!, join.most(i, FULL, adjustment));
  }
}

function rarestOf(frequencies: Frequencies | undefined): number {
  if (frequencies === undefined) return 0;
  let most = frequencies.others;
  for (const adjustment of frequencies.listed.values()) most = Math.max(most, adjustment);
  for (const adjustment of frequencies.sealed?.listed.values() ?? []) most = Math.max(most, adjustment);
  return most;
}

/** Whether the one agreement has all that the other one has. */
export function hasAll(one: FieldAgreement, other: FieldAgreement): boolean {
  for (let i = 0; i < one.length; i++) if (one[i]! < other[i]!) return false;
  return true;
}

/**
 * The least agreements with which two rows may be duplicates: who agrees so far that they may be has all that one of
 * these has.
 */
export function leastAgreements(reach: Reach): FieldAgreement[] {
  const found: FieldAgreement[] = [];
  const agreement = new Uint8Array(reach.count);
  const ways = [...agreement.keys()].map((i) => [
    NOT,
    ...(reach.isMore(i, ALIKE, NOT) ? [ALIKE] : []),
    ...(reach.isMore(i, EQUAL, ALIKE) ? [EQUAL] : []),
  ]);
  const visit = (at: number): void => {
    if (reach.mayReach(agreement)) {
      if (isLeast()) found.push(agreement.slice());
      return;
    }
    if (at === reach.count) return;
    for (let i = at; i < reach.count; i++) agreement[i] = ways[i]!.at(-1)!;
    const isHopeless = !reach.mayReach(agreement);
    agreement.fill(NOT, at);
    if (isHopeless) return;
    for (const way of ways[at]!) {
      agreement[at] = way;
      visit(at + 1);
    }
    agreement[at] = NOT;
  };
  const isLeast = (): boolean =>
    agreement.every((way, i) => {
      if (way === NOT) return true;
      agreement[i] = ways[i]![ways[i]!.indexOf(way) - 1]!;
      const isNeeded = !reach.mayReach(agreement);
      agreement[i] = way;
      return isNeeded;
    });
  visit(0);
  return found;
}
