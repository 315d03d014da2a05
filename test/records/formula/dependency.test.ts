import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FormulaCycleError, orderFormulas, type FieldAddress } from '../../../src/records/formula/dependency.js';

interface Formula extends FieldAddress {
  readonly reads: readonly FieldAddress[];
}

const at = (name: string): FieldAddress => {
  const [object = '', field = ''] = name.split('.');
  return { object, field };
};
const formula = (name: string, ...reads: string[]): Formula => ({ ...at(name), reads: reads.map(at) });
const order = (...formulas: Formula[]): string[] =>
  orderFormulas(formulas, ({ reads }) => reads).map(({ object, field }) => `${object}.${field}`);

describe('the order of formulas', () => {
  it('puts each after those it reads, across objects, and keeps the declared order else', () => {
    expect(order(formula('A.x', 'B.y', 'A.plain'), formula('A.w'), formula('B.y', 'B.z'), formula('B.z'))).toEqual([
      'B.z',
      'B.y',
      'A.x',
      'A.w',
    ]);
  });

  it('matches names without regard to case', () => {
    expect(order(formula('A.x', 'a.Y'), formula('A.y'))).toEqual(['A.y', 'A.x']);
  });

  it.each([
    [[formula('A.x', 'A.x')], 'A.x -> A.x'],
    [[formula('A.x', 'A.y'), formula('A.y', 'A.x')], 'A.x -> A.y -> A.x'],
    [
      [formula('A.in', 'A.x'), formula('A.x', 'B.y'), formula('B.y', 'C.z'), formula('C.z', 'A.x')],
      'A.x -> B.y -> C.z -> A.x',
    ],
  ])('names a circle: %#', (formulas, circle) => {
    expect(() => order(...formulas)).toThrow(FormulaCycleError);
    expect(() => order(...formulas)).toThrow(`have a circular reference: ${circle}`);
  });

  it('takes a chain of twenty thousand formulas', () => {
    const chain = Array.from({ length: 20_000 }, (_, i) => formula(`A.f${i}`, `A.f${i + 1}`));
    expect(order(...chain).at(0)).toBe('A.f19999');
    expect(() => order(...chain, formula('A.f20000', 'A.f0'))).toThrow(FormulaCycleError);
  });

  it('holds for random graphs: an order that respects every edge, or a circle that is one', () => {
    const graph = fc.array(fc.array(fc.nat(11), { maxLength: 3 }), { minLength: 12, maxLength: 12 });
    fc.assert(
      fc.property(graph, (edges) => {
        const formulas = edges.map((reads, i) => formula(`A.f${i}`, ...reads.map((r) => `A.f${r}`)));
        try {
          const sequence = order(...formulas);
          expect([...sequence].sort()).toEqual(formulas.map(({ field }) => `A.${field}`).sort());
          edges.forEach((reads, i) =>
            reads.forEach((r) => expect(sequence.indexOf(`A.f${r}`)).toBeLessThan(sequence.indexOf(`A.f${i}`))),
          );
        } catch (error) {
          if (!(error instanceof FormulaCycleError)) throw error;
          const { cycle } = error;
          expect(cycle.length).toBeGreaterThan(1);
          expect(cycle[0]).toEqual(cycle.at(-1));
          cycle
            .slice(1)
            .forEach(({ field }, i) =>
              expect(edges[Number(cycle[i]!.field.slice(1))]).toContain(Number(field.slice(1))),
            );
        }
      }),
    );
  });
});
