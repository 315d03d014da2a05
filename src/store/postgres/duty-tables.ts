import type { Names } from './migrations.js';

/** What one node does for all, and how far it is. */
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
