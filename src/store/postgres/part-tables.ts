import type { Names } from './names.js';

/** Its table, and the place that it is wrapped for. */
export const NODE_SECRET = 'node_secret';

/** Nodes that each index a part of the records. */
export const partTables = ({ schema }: Names): string => `
-- Which node holds which part, and where it answers the others.
create table ${schema}.part_nodes (
  node uuid primary key,
  -- From 0.
  part integer not null,
  parts integer not null,
  address text not null,
  seen timestamptz not null default clock_timestamp()
);
-- By which the nodes know each other: 32 bytes, base64, wrapped where LIKENESS_SECRET_FILE is set.
create table ${schema}.${NODE_SECRET} (
  one boolean primary key default true check (one),
  secret text not null
);
`;
