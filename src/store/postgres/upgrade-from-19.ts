import { changesAreKept, contentTable, deciderFunctions, documentTable, tellingTables, wishTable } from './schema.js';
import { imageTables } from './image-tables.js';
import type { Names } from './sql-names.js';
import { rowTables } from './tables/row-functions.js';

/** Jobs, files, versions of the configuration, the audit log, clients and keys had tables of their own. */
const tablesIntoHome = ({ schema }: Names): string => `
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

/** From version 19 on to the present one: what had tables of its own moves into the home, and one writer decides. */
export const SINCE_19: readonly ((names: Names) => string)[] = [
  (names) => `
${documentTable(names)}
insert into ${names.schema}.documents (name, version, content)
  select 'proposals/' || object || '.json', nextval('${names.schema}.document_versions'), content from ${names.schema}.proposals;
insert into ${names.schema}.documents (name, version, content)
  select 'scenario-versions/' || left(encode(sha256(convert_to(id, 'UTF8')), 'hex'), 32)
      || '/' || lpad(number::text, 6, '0') || '.json',
    nextval('${names.schema}.document_versions'), content
  from ${names.schema}.scenario_versions;
drop table ${names.schema}.proposals, ${names.schema}.scenario_versions;
`,
  tellingTables,
  ({ schema }) => `
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
`,
  changesAreKept,
  (names) => `
-- Who decides, and until when unless it says so again. Each taking raises the epoch. Where it may be sent what is to be
-- decided, and by which secret it knows that another node sends it: absent for programs that serve nobody.
alter table ${names.schema}.head
  add column epoch bigint not null default 0,
  add column decider uuid,
  add column decider_until timestamptz not null default '-infinity',
  add column decider_url text,
  add column decider_secret text;
${wishTable(names)}
-- By which nodes took turns: some of it only where the schema was made by a version that did.
drop function if exists ${names.schema}.append_at_once(bigint, uuid, bigint, uuid, bigint, text[], boolean, boolean);
drop function if exists ${names.schema}.append_at_once(bigint, uuid, bigint, text[], boolean, boolean);
drop function if exists ${names.schema}.take_turn(boolean);
drop table if exists ${names.schema}.turn;
drop function ${names.schema}.append(bigint, uuid, bigint, text[], boolean);
drop function ${names.schema}.lock_and_read_log(bigint, boolean);
drop function ${names.schema}.lock_log(boolean);
${deciderFunctions(names)}
`,
  (names) => contentTable(names) + tablesIntoHome(names),
  changesAreKept,
  imageTables,
  (names) => rowTables(names) + changesAreKept(names),
];
