import type { Judged } from '../harness/bars.js';
import { BenchNode } from './measure.js';
import type { NodeState } from './node.js';

const CLIENTS = 16;
const PERSONS = 200;

/** Upserts the same people from all clients of all nodes at the same time, in a separate schema. */
export async function equalPersons(url: string, count: number, rounds: number): Promise<Judged> {
  const place = `${url}?schema=equal`;
  const nodes = [(await BenchNode.start(place)).node];
  while (nodes.length < count) nodes.push((await BenchNode.start(place)).node);
  const made: number[] = [];
  let before = 0;
  for (let round = 0; round < rounds; round++) {
    const order = { do: 'equal', name: `round ${round}`, persons: PERSONS, clients: CLIENTS } as const;
    await Promise.all(nodes.map((node) => node.ask(order)));
    const states = await Promise.all(nodes.map((node) => node.ask<NodeState>({ do: 'state' })));
    const { contacts } = states.reduce((a, b) => (a.position > b.position ? a : b));
    made.push(contacts - before);
    before = contacts;
  }
  for (const node of nodes) await node.end();
  const exact = made.filter((records) => records === PERSONS).length;
  return {
    table: {
      title: `The same ${PERSONS} persons from ${CLIENTS} clients of each of ${count} nodes`,
      columns: ['rounds', `with exactly ${PERSONS} records`, 'records at the least', 'at the most'],
      rows: [[rounds, exact, Math.min(...made), Math.max(...made)].map(String)],
    },
    bars: [{ what: `same people from all clients: exact rounds of ${rounds}`, found: exact, least: rounds }],
  };
}
