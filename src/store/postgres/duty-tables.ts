import type { Names } from './migrations.js';

/** Who does what for all nodes; how far webhooks are. */
export const webhookTables = ({ schema }: Names): string => `
-- Who does what for all nodes, until when.
create table ${schema}.leases (
  name text primary key,
  holder uuid not null,
  expires timestamptz not null
) with (fillfactor = 10);

-- How far each webhook is: JSON, as in a data folder; and how it looked to the node that sends.
create table ${schema}.webhooks (
  id text primary key,
  backlog text not null,
  state text not null
) with (fillfactor = 50);
-- What the node that sends is asked to do with dead letters.
create table ${schema}.webhook_orders (
  number bigint generated always as identity primary key,
  webhook text not null,
  action text not null,
  -- Absent: all.
  events text[]
);
`;

/** What was learned, and what scenarios were before. */
export const learningTables = ({ schema }: Names): string => `
-- What was learned of each object, and what became of it: JSON, as in a data folder.
create table ${schema}.proposals (
  object text primary key,
  -- When, as the proposal has it.
  learned text not null,
  content text not null
);
-- Earlier states of scenarios: JSON, as in a data folder.
create table ${schema}.scenario_versions (
  id text not null,
  number integer not null,
  content text not null,
  primary key (id, number)
);
`;
