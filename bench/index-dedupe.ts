/** Self-dedupe on one thread: `tsx bench/index-dedupe.ts [records] [rows to search from]`. */
import { performance } from 'node:perf_hooks';
import { dedupeOrder, duplicatePairs } from '../src/index/dedupe.js';
import { createMemoryIndex } from '../src/index/memory-index.js';
import { contactScenarios } from './contact-scenarios.js';
import { Contacts } from './contacts.js';

const records = Number(process.argv[2] ?? 100_000);
const wanted = Number(process.argv[3] ?? records);
const scenarios = contactScenarios();
const contacts = new Contacts(1);
const index = createMemoryIndex({ scenarios });
for (let i = 0; i < records; i++) index.put(contacts.id(i), contacts.values(i));

const start = performance.now();
const order = dedupeOrder(index, scenarios);
const ordered = performance.now();
// A stretch from the middle of the order stands for the whole.
const from = Math.max(0, Math.floor((order.length - wanted) / 2));
const rows = order.subarray(from, from + wanted);
const cpu = process.cpuUsage();
let pairs = 0;
for (const pair of duplicatePairs(index, { scenarios, rows })) if (pair.den > 0) pairs++;
const used = process.cpuUsage(cpu);
const ms = performance.now() - ordered;
console.log(
  `${rows.length} of ${records} records: order ${(ordered - start).toFixed(0)} ms, match ${(ms / 1000).toFixed(1)} s ` +
    `(processor ${((used.user + used.system) / 1e6).toFixed(1)} s), ${((ms * 1000) / rows.length).toFixed(0)} us a record, ${pairs} pairs`,
);
