import type { Names } from './sql-names.js';

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

/** Documents: what was learned, and what scenarios were before. */
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

/** Jobs, and what they found. */
export const jobTables = ({ schema }: Names): string => `
create table ${schema}.jobs (
  id text primary key,
  has_ended boolean not null,
  -- What it works on has changed under it: it begins anew.
  interrupted boolean not null default false,
  -- JSON, as in a data folder.
  content text not null,
  -- JSON: how far it is.
  progress text
) with (fillfactor = 50);
-- Groups, a line of JSON each; 64 of them a part, the first part is 0.
create table ${schema}.job_groups (
  job text not null references ${schema}.jobs on delete cascade,
  part integer not null,
  lines text not null,
  primary key (job, part)
);
-- The records that a job was about to merge: JSON.
create table ${schema}.job_merges (
  job text not null references ${schema}.jobs on delete cascade,
  number bigint generated always as identity,
  ids text not null,
  primary key (job, number)
);
`;

/** Files that clients have sent, and what came of them. */
export const uploadTables = ({ schema }: Names): string => `
create sequence ${schema}.upload_numbers;
create table ${schema}.uploads (
  id text primary key,
  -- Bytes; of one on its way those that it may have.
  size bigint not null,
  -- Absent: on its way. Else as in a data folder.
  status text,
  expires text,
  -- JSON, as in a data folder.
  content text,
  -- JSON: how far the work is.
  told text,
  -- JSON: what an import has counted.
  counts text,
  -- Of one on its way: when it was last heard of.
  seen timestamptz not null default clock_timestamp()
) with (fillfactor = 50);
-- Content and results in parts. The lines of rejected rows are parts numbered by the last row of their batch; part 0 is
-- the line above them.
create table ${schema}.upload_parts (
  upload text not null references ${schema}.uploads on delete cascade,
  name text not null,
  part integer not null,
  content bytea not null,
  primary key (upload, name, part)
);
alter table ${schema}.upload_parts alter column content set storage external;
`;

/** Whose files are on their way, and since when. */
export const uploadClients = ({ schema }: Names): string => `
alter table ${schema}.uploads
  -- Absent where a node of an earlier version took the file: its content names the client.
  add column client text,
  add column begun timestamptz not null default clock_timestamp();
`;

/** Work of a job that several nodes do together. Unlogged: a crash of the server ends it, and it is begun anew. */
export const sharedWorkTables = ({ schema }: Names): string => `
create unlogged table ${schema}.job_work (
  id uuid primary key,
  job text not null references ${schema}.jobs on delete cascade,
  -- Digest: only nodes of the same program take part.
  program text not null,
  -- Whether a node wants to take part.
  is_wanted boolean not null default false,
  -- What is to be done, in the program's own form; absent: the index is not there yet.
  content bytea
);
create index on ${schema}.job_work (job);
-- Stretches of values, then of rows; who works at them, until when.
create unlogged table ${schema}.job_shares (
  work uuid not null references ${schema}.job_work on delete cascade,
  stretch integer not null,
  holder uuid,
  expires timestamptz,
  is_done boolean not null default false,
  primary key (work, stretch)
) with (fillfactor = 50);
-- What each stretch gave, and as stretch -1 the index.
create unlogged table ${schema}.job_pieces (
  work uuid not null references ${schema}.job_work on delete cascade,
  stretch integer not null,
  piece integer not null,
  bytes bytea not null,
  primary key (work, stretch, piece)
);
alter table ${schema}.job_pieces alter column bytes set storage external;
`;

/** Documents of the home; those that had tables of their own. */
export const documentTable = ({ schema }: Names): string => `
create sequence ${schema}.document_versions;
create table ${schema}.documents (
  name text collate "C" primary key,
  -- Of all documents; another one with each change.
  version bigint not null,
  content text not null
) with (fillfactor = 50);

insert into ${schema}.documents (name, version, content)
  select 'proposals/' || object || '.json', nextval('${schema}.document_versions'), content from ${schema}.proposals;
insert into ${schema}.documents (name, version, content)
  select 'scenario-versions/' || left(encode(sha256(convert_to(id, 'UTF8')), 'hex'), 32)
      || '/' || lpad(number::text, 6, '0') || '.json',
    nextval('${schema}.document_versions'), content
  from ${schema}.scenario_versions;
drop table ${schema}.proposals, ${schema}.scenario_versions;
`;

/** Webhooks, as documents. */
export const webhookDocuments = ({ schema }: Names): string => `
insert into ${schema}.documents (name, version, content)
  select 'webhooks/' || id || '.json', nextval('${schema}.document_versions'),
    -- Both are objects as text; jsonb refuses the character U+0000 in a reason.
    left(backlog, -1) || ',"sender":' || state || '}'
  from ${schema}.webhooks;
insert into ${schema}.documents (name, version, content)
  select 'webhook-orders/' || lpad(number::text, 15, '0') || '-00000000.json',
    nextval('${schema}.document_versions'),
    json_build_object('webhook', webhook, 'action', action, 'events', events)::text
  from ${schema}.webhook_orders order by number;
drop table ${schema}.webhooks, ${schema}.webhook_orders;
`;

/** Tables whose rows tell of their changes, as documents do. */
export const tellingTables = ({ schema }: Names): string => `
create function ${schema}.tell_change() returns trigger language plpgsql as $$
begin
  perform pg_notify(tg_argv[0], 'table/' || tg_table_name || '/');
  return null;
end $$;
${['files', 'spent', 'configurations', 'webhooks', 'webhook_orders', 'jobs', 'job_work', 'uploads']
  .map(
    (table) =>
      `create trigger tells after insert or update or delete on ${schema}.${table}
         for each row execute function ${schema}.tell_change('likeness ${schema.slice(1, -1)} home');`,
  )
  .join('\n')}
`;

/** Content of the home, in parts; and all that had tables of its own but digests that were spent. */
export const contentTable = ({ schema }: Names): string => `
create table ${schema}.contents (
  name text collate "C" not null,
  -- Position of the part's first byte.
  start bigint not null,
  -- Of the whole content: another one whenever it is replaced.
  edition bigint not null,
  bytes bytea not null,
  primary key (name, start)
);
alter table ${schema}.contents alter column bytes set storage external;

-- The first group of each part is told by its position: what jobs of a data folder note as well.
with moved as (
  select job, convert_to(lines || E'\\n', 'UTF8') as bytes,
    coalesce(sum(octet_length(lines) + 1) over (
      partition by job order by part rows between unbounded preceding and 1 preceding), 0) as start
  from ${schema}.job_groups),
groups as (
  insert into ${schema}.contents (name, start, edition, bytes)
  select 'jobs/' || job || '.groups', start, 0, bytes from moved)
insert into ${schema}.documents (name, version, content)
  select 'jobs/' || id || '.json', nextval('${schema}.document_versions'),
    replace(content, '"places":[]', '"places":[' || coalesce(
      (select string_agg(start::text, ',' order by start) from moved g where g.job = j.id), '') || ']')
  from ${schema}.jobs j;
insert into ${schema}.contents (name, start, edition, bytes)
  select 'jobs/' || job || '.merges',
    coalesce(sum(octet_length(ids) + 1) over (
      partition by job order by number rows between unbounded preceding and 1 preceding), 0),
    0, convert_to(ids || E'\\n', 'UTF8')
  from ${schema}.job_merges;
insert into ${schema}.documents (name, version, content)
  select 'files/' || id || '/file.json', nextval('${schema}.document_versions'), content
  from ${schema}.uploads where content is not null;
insert into ${schema}.documents (name, version, content)
  select 'files/' || id || '/counts.json', nextval('${schema}.document_versions'), counts
  from ${schema}.uploads where content is not null and counts is not null;
insert into ${schema}.contents (name, start, edition, bytes)
  select 'files/' || upload || case when p.name ~ '^input|^rejects' then '/' else '/clean/' end || p.name,
    coalesce(sum(octet_length(p.content)) over (
      partition by upload, p.name order by part rows between unbounded preceding and 1 preceding), 0),
    0, p.content
  from ${schema}.upload_parts p join ${schema}.uploads u on u.id = p.upload
  where u.content is not null
    and (p.name <> 'rejects.csv' or exists (
      select from ${schema}.upload_parts r where r.upload = p.upload and r.name = p.name and r.part > 0));
insert into ${schema}.documents (name, version, content)
  select 'files/last.json', nextval('${schema}.document_versions'), json_build_object('number', last_value)::text
  from ${schema}.upload_numbers where is_called;

insert into ${schema}.documents (name, version, content)
  select 'configurations/' || lpad(version::text, 9, '0') || '.json', nextval('${schema}.document_versions'),
    json_build_object('version', version, 'by', pushed_by, 'digest', digest, 'pushed',
      to_char(pushed at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text
  from ${schema}.configurations order by version;
insert into ${schema}.contents (name, start, edition, bytes)
  select distinct on (digest) 'configurations/' || digest || '.files', 0, 0,
    convert_to(coalesce((select json_object_agg(name, translate(encode(content, 'base64'), E'\\n', ''))
      from ${schema}.configuration_files f where f.version = c.version), '{}')::text, 'UTF8')
  from ${schema}.configurations c;

-- The audit log in parts of a thousand lines, and where it ends.
with parts as (
  select (n - 1) / 1000 as part, convert_to(string_agg(line, E'\\n' order by n) || E'\\n', 'UTF8') as bytes
  from ${schema}.audit group by 1),
moved as (
  insert into ${schema}.contents (name, start, edition, bytes)
  select 'audit.log', coalesce(sum(octet_length(bytes)) over (
    order by part rows between unbounded preceding and 1 preceding), 0), 0, bytes from parts)
insert into ${schema}.documents (name, version, content)
  select 'audit.head', nextval('${schema}.document_versions'),
    json_build_object('lines', lines, 'digest', digest, 'bytes',
      (select coalesce(sum(octet_length(bytes)), 0) from parts))::text
  from ${schema}.audit_head where lines > 0;
insert into ${schema}.documents (name, version, content)
  select 'shared/' || name, nextval('${schema}.document_versions'), content from ${schema}.files order by version;

-- Work that nodes share ends with its job, which is a document by now.
delete from ${schema}.job_work;
alter table ${schema}.job_work drop constraint job_work_job_fkey;
drop table ${schema}.audit, ${schema}.audit_head, ${schema}.files;
drop table ${schema}.configured_nodes, ${schema}.configuration_files, ${schema}.configurations;
drop table ${schema}.job_groups, ${schema}.job_merges, ${schema}.jobs, ${schema}.upload_parts, ${schema}.uploads;
drop sequence ${schema}.upload_numbers;
`;
