import type { Names } from './sql-names.js';

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
-- By which the nodes know each other. 32 bytes, base64.
create table ${schema}.node_secret (
  one boolean primary key default true check (one),
  secret text not null
);
`;

/** Nodes that index all records alone are left: for twice the room, a fifth of the processor time a search. */
export const dropPartTables = ({ schema }: Names): string =>
  `drop table ${schema}.part_nodes; drop table ${schema}.node_secret;`;
