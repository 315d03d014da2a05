SET check_function_bodies = false;
CREATE FUNCTION :schema.append(known bigint, appending uuid, first bigint, bodies text[], by_row boolean) RETURNS TABLE(r_position bigint, r_writer uuid, r_number bigint, r_body text)
    LANGUAGE plpgsql
    AS $$
begin
  perform ":schema".lock_log(by_row);
  return query select * from ":schema".append_at_once(known, appending, first, bodies, by_row, true);
end $$;
CREATE FUNCTION :schema.append_at_once(known bigint, appending uuid, first bigint, bodies text[], by_row boolean, has_turn boolean) RETURNS TABLE(r_position bigint, r_writer uuid, r_number bigint, r_body text)
    LANGUAGE plpgsql
    AS $$
declare last bigint;
begin
  perform set_config('lock_timeout', '2s', true);
  if has_turn then
    null;
  elsif by_row then
    perform 1 from ":schema".turn for update nowait;
  elsif not pg_try_advisory_xact_lock(hashtextextended('likeness :schema', 0)) then
    raise exception 'it is the turn of another writer' using errcode = '55P03';
  end if;
  -- Compared under a lock of its own: right also where a turn was lost, and where writers lock in different ways.
  select h.position into last from ":schema".head h for update;
  if last < known then
    raise exception 'the log ends :schema position %, which it has had', known using errcode = 'LK002';
  end if;
  if last > known then
    return query select * from ":schema".read_log(known);
    return;
  end if;
  insert into ":schema".commits (position, writer, number, body)
    select known + b.i, appending, first + b.i - 1, b.body from unnest(bodies) with ordinality b(body, i);
  update ":schema".head set position = known + cardinality(bodies);
  perform pg_notify('likeness :schema', (known + cardinality(bodies))::text);
end $$;
CREATE FUNCTION :schema.append_at_once(known bigint, known_writer uuid, known_number bigint, appending uuid, first bigint, bodies text[], by_row boolean, has_turn boolean) RETURNS TABLE(r_position bigint, r_writer uuid, r_number bigint, r_body text)
    LANGUAGE plpgsql
    AS $$
begin
  perform set_config('lock_timeout', '2s', true);
  if has_turn then
    null;
  elsif by_row then
    perform 1 from ":schema".turn for update nowait;
  elsif not pg_try_advisory_xact_lock(hashtextextended('likeness :schema', 0)) then
    raise exception 'it is the turn of another writer' using errcode = '55P03';
  end if;
  -- Compared under a lock of its own: right also where a turn was lost, and where writers lock in different ways.
  perform 1 from ":schema".head for update;
  if ":schema".must_continue(known, known_writer, known_number) > known then
    return query select * from ":schema".read_log(known);
    return;
  end if;
  insert into ":schema".commits (position, writer, number, body)
    select known + b.i, appending, first + b.i - 1, b.body from unnest(bodies) with ordinality b(body, i);
  update ":schema".head set position = known + cardinality(bodies);
  perform pg_notify('likeness :schema', (known + cardinality(bodies))::text);
end $$;
CREATE FUNCTION :schema.commit_at(wanted bigint) RETURNS TABLE(r_writer uuid, r_number bigint)
    LANGUAGE sql STABLE
    AS $$
  select c.writer, c.number from ":schema".commits c where c.position = wanted
  union all
  select h.trimmed_writer, h.trimmed_number from ":schema".head h where h.trimmed = wanted and wanted > 0
$$;
CREATE FUNCTION :schema.complete_snapshot(snapshot bigint, size bigint, known bigint, known_writer uuid, known_number bigint) RETURNS boolean
    LANGUAGE plpgsql
    AS $$
begin
  perform 1 from ":schema".head for share;
  perform ":schema".must_continue(known, known_writer, known_number);
  update ":schema".snapshots set is_whole = true, bytes = size,
    until = known, until_writer = known_writer, until_number = known_number where id = snapshot;
  return found;
end $$;
CREATE FUNCTION :schema.here() RETURNS text
    LANGUAGE plpgsql
    AS $$
declare server text := '';
begin
  -- Managed servers may keep it from roles: then the database and the table are what tells.
  if has_function_privilege('pg_catalog.pg_control_system()', 'execute') then
    select c.system_identifier::text into server from pg_catalog.pg_control_system() c;
  end if;
  return server || '/' || (select d.oid from pg_database d where d.datname = current_database())
    || '/' || '":schema".head'::regclass::oid;
end $$;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE :schema.snapshots (
    id bigint NOT NULL,
    "position" bigint NOT NULL,
    format integer NOT NULL,
    bytes bigint DEFAULT 0 NOT NULL,
    is_whole boolean DEFAULT false NOT NULL,
    begun timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    until bigint,
    until_writer uuid,
    until_number bigint
);
CREATE FUNCTION :schema.is_of_other_log(snapshot :schema.snapshots) RETURNS boolean
    LANGUAGE sql STABLE
    AS $$
  select snapshot.until is null or snapshot.until > h.position or (snapshot.until >= h.trimmed
    and (snapshot.until_writer, snapshot.until_number) is distinct from (c.r_writer, c.r_number))
  from ":schema".head h left join ":schema".commit_at(snapshot.until) c on true
$$;
CREATE FUNCTION :schema.lock_and_read_log(known bigint, by_row boolean) RETURNS TABLE(r_position bigint, r_writer uuid, r_number bigint, r_body text)
    LANGUAGE plpgsql
    AS $$
begin
  if ":schema".lock_log(by_row) < known then
    raise exception 'the log ends :schema position %, which it has had', known using errcode = 'LK002';
  end if;
  -- A node that gives no sign of life while it has the lock loses it.
  perform set_config('idle_in_transaction_session_timeout', '5s', true);
  return query select * from ":schema".read_log(known);
end $$;
CREATE FUNCTION :schema.lock_log(by_row boolean) RETURNS bigint
    LANGUAGE plpgsql
    AS $$
declare last bigint;
begin
  perform set_config('lock_timeout', '2s', true);
  if by_row then
    perform 1 from ":schema".turn for update;
  else
    perform pg_advisory_xact_lock(hashtextextended('likeness :schema', 0));
  end if;
  -- A statement of its own sees what was committed while it waited.
  select h.position into last from ":schema".head h;
  return last;
end $$;
CREATE FUNCTION :schema.must_continue(known bigint, known_writer uuid, known_number bigint) RETURNS bigint
    LANGUAGE plpgsql
    AS $$
declare log record;
begin
  -- One statement: of one moment.
  select h.position, h.trimmed, c.r_writer as writer, c.r_number as number into log
    from ":schema".head h left join lateral ":schema".commit_at(known) c on true;
  if known < log.trimmed then
    raise exception 'the log begins after position %', log.trimmed using errcode = 'LK001';
  end if;
  if known > log.position then
    raise exception 'the log ends at position %', log.position using errcode = 'LK002';
  end if;
  if known_writer is not null and (known_writer, known_number) is distinct from (log.writer, log.number) then
    raise exception 'the log has commit % of % at position %', log.number, log.writer, known using errcode = 'LK004';
  end if;
  return log.position;
end $$;
CREATE FUNCTION :schema.note_trimmed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  select c.writer, c.number into new.trimmed_writer, new.trimmed_number
    from ":schema".commits c where c.position = new.trimmed;
  if not found then
    new.trimmed_writer := gen_random_uuid();
    new.trimmed_number := new.trimmed;
  end if;
  return new;
end $$;
CREATE FUNCTION :schema.note_until() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  select h.position, c.r_writer, c.r_number into new.until, new.until_writer, new.until_number
    from ":schema".head h left join lateral ":schema".commit_at(h.position) c on true where h.position >= new.position;
  return new;
end $$;
CREATE FUNCTION :schema.read_log(known bigint) RETURNS TABLE(r_position bigint, r_writer uuid, r_number bigint, r_body text)
    LANGUAGE plpgsql
    AS $$
begin
  if known < (select h.trimmed from ":schema".head h) then
    raise exception 'the log begins after position %', (select h.trimmed from ":schema".head h) using errcode = 'LK001';
  end if;
  return query select l.position, l.writer, l.number, l.body from (
      select c.*, sum(octet_length(c.body)) over (order by c.position) - octet_length(c.body) as bytes_before
      from ":schema".commits c where c.position > known order by c.position limit 500
    ) l where l.bytes_before < 8000000 order by l.position;
end $$;
CREATE FUNCTION :schema.read_log(known bigint, known_writer uuid, known_number bigint) RETURNS TABLE(r_position bigint, r_writer uuid, r_number bigint, r_body text)
    LANGUAGE plpgsql
    AS $$
begin
  if ":schema".must_continue(known, known_writer, known_number) > known then
    return query select * from ":schema".read_log(known);
  end if;
end $$;
CREATE FUNCTION :schema.settle_identity(anew boolean) RETURNS TABLE(r_identity uuid, r_former uuid)
    LANGUAGE plpgsql
    AS $$
declare here text := ":schema".here(); there text;
begin
  select h.identity, h.birthplace into r_identity, there from ":schema".head h;
  if there <> here or anew then
    -- Nodes that start at once come here one after the other, and the second finds the first one's.
    select h.identity, h.birthplace into r_identity, there from ":schema".head h for update;
    if anew or split_part(there, '/', 2) <> split_part(here, '/', 2)
      or split_part(there, '/', 3) <> split_part(here, '/', 3)
      or (split_part(there, '/', 1) <> split_part(here, '/', 1) and there !~ '^/' and here !~ '^/')
    then
      r_former := r_identity;
      r_identity := gen_random_uuid();
    end if;
    if there <> here or anew then
      update ":schema".head set identity = r_identity, birthplace = here;
    end if;
  end if;
  return next;
end $$;
CREATE FUNCTION :schema.take_turn(by_row boolean) RETURNS bigint
    LANGUAGE plpgsql
    AS $$
declare last bigint := ":schema".lock_log(by_row);
begin
  perform set_config('idle_in_transaction_session_timeout', '5s', true);
  return last;
end $$;
CREATE FUNCTION :schema.trim_log(up_to bigint, known bigint, known_writer uuid, known_number bigint) RETURNS void
    LANGUAGE plpgsql
    AS $$
declare held bigint;
begin
  perform 1 from ":schema".head for update;
  perform ":schema".must_continue(known, known_writer, known_number);
  select max(s.position) into held from ":schema".snapshots s where s.is_whole and not ":schema".is_of_other_log(s);
  update ":schema".head set trimmed = greatest(trimmed, least(up_to, coalesce(held, 0)));
  delete from ":schema".commits c using ":schema".head h where c.position <= h.trimmed;
end $$;
CREATE FUNCTION :schema.wait_for_disk() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if current_setting('synchronous_commit') in ('off', 'local') then
    perform set_config('synchronous_commit', 'on', true);
  end if;
  return null;
end $$;
CREATE TABLE :schema.audit (
    n bigint NOT NULL,
    line text NOT NULL
);
CREATE TABLE :schema.audit_head (
    one boolean DEFAULT true NOT NULL,
    lines bigint DEFAULT 0 NOT NULL,
    digest text DEFAULT repeat('0'::text, 64) NOT NULL,
    CONSTRAINT audit_head_one_check CHECK (one)
)
WITH (fillfactor='10');
CREATE TABLE :schema.commits (
    "position" bigint NOT NULL,
    writer uuid NOT NULL,
    number bigint NOT NULL,
    body text NOT NULL,
    committed timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
CREATE TABLE :schema.configuration_files (
    version bigint NOT NULL,
    name text NOT NULL,
    content bytea NOT NULL
);
CREATE TABLE :schema.configurations (
    version bigint NOT NULL,
    pushed timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    pushed_by text NOT NULL,
    digest text NOT NULL
);
CREATE TABLE :schema.configured_nodes (
    node uuid NOT NULL,
    version bigint NOT NULL,
    seen timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
CREATE TABLE :schema.files (
    name text NOT NULL,
    version bigint NOT NULL,
    content text NOT NULL
);
CREATE TABLE :schema.head (
    one boolean DEFAULT true NOT NULL,
    "position" bigint DEFAULT 0 NOT NULL,
    trimmed bigint DEFAULT 0 NOT NULL,
    identity uuid DEFAULT gen_random_uuid() NOT NULL,
    birthplace text DEFAULT ''::text NOT NULL,
    trimmed_writer uuid,
    trimmed_number bigint,
    CONSTRAINT head_one_check CHECK (one)
)
WITH (fillfactor='10');
CREATE TABLE :schema.job_groups (
    job text NOT NULL,
    part integer NOT NULL,
    lines text NOT NULL
);
CREATE TABLE :schema.job_merges (
    job text NOT NULL,
    number bigint NOT NULL,
    ids text NOT NULL
);
ALTER TABLE :schema.job_merges ALTER COLUMN number ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME :schema.job_merges_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE UNLOGGED TABLE :schema.job_pieces (
    work uuid NOT NULL,
    stretch integer NOT NULL,
    piece integer NOT NULL,
    bytes bytea NOT NULL
);
ALTER TABLE ONLY :schema.job_pieces ALTER COLUMN bytes SET STORAGE EXTERNAL;
CREATE UNLOGGED TABLE :schema.job_shares (
    work uuid NOT NULL,
    stretch integer NOT NULL,
    holder uuid,
    expires timestamp with time zone,
    is_done boolean DEFAULT false NOT NULL
)
WITH (fillfactor='50');
CREATE UNLOGGED TABLE :schema.job_work (
    id uuid NOT NULL,
    job text NOT NULL,
    program text NOT NULL,
    is_wanted boolean DEFAULT false NOT NULL,
    content bytea
);
CREATE TABLE :schema.jobs (
    id text NOT NULL,
    has_ended boolean NOT NULL,
    interrupted boolean DEFAULT false NOT NULL,
    content text NOT NULL,
    progress text
)
WITH (fillfactor='50');
CREATE TABLE :schema.leases (
    name text NOT NULL,
    holder uuid NOT NULL,
    expires timestamp with time zone NOT NULL
)
WITH (fillfactor='10');
CREATE TABLE :schema.migrations (
    version integer NOT NULL,
    applied timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE :schema.nodes (
    writer uuid NOT NULL,
    name text NOT NULL,
    "position" bigint NOT NULL,
    seen timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
CREATE TABLE :schema.proposals (
    object text NOT NULL,
    learned text NOT NULL,
    content text NOT NULL
);
CREATE TABLE :schema.scenario_versions (
    id text NOT NULL,
    number integer NOT NULL,
    content text NOT NULL
);
CREATE TABLE :schema.snapshot_parts (
    snapshot bigint NOT NULL,
    part integer NOT NULL,
    lines bytea NOT NULL
);
ALTER TABLE ONLY :schema.snapshot_parts ALTER COLUMN lines SET STORAGE EXTERNAL;
ALTER TABLE :schema.snapshots ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME :schema.snapshots_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE :schema.spent (
    kind text NOT NULL,
    digest text NOT NULL,
    expires bigint NOT NULL,
    number bigint NOT NULL
);
ALTER TABLE :schema.spent ALTER COLUMN number ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME :schema.spent_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE :schema.turn (
    one boolean DEFAULT true NOT NULL,
    CONSTRAINT turn_one_check CHECK (one)
);
CREATE SEQUENCE :schema.upload_numbers
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE :schema.upload_parts (
    upload text NOT NULL,
    name text NOT NULL,
    part integer NOT NULL,
    content bytea NOT NULL
);
ALTER TABLE ONLY :schema.upload_parts ALTER COLUMN content SET STORAGE EXTERNAL;
CREATE TABLE :schema.uploads (
    id text NOT NULL,
    size bigint NOT NULL,
    status text,
    expires text,
    content text,
    told text,
    counts text,
    seen timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    client text,
    begun timestamp with time zone DEFAULT clock_timestamp() NOT NULL
)
WITH (fillfactor='50');
CREATE TABLE :schema.webhook_orders (
    number bigint NOT NULL,
    webhook text NOT NULL,
    action text NOT NULL,
    events text[]
);
ALTER TABLE :schema.webhook_orders ALTER COLUMN number ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME :schema.webhook_orders_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE :schema.webhooks (
    id text NOT NULL,
    backlog text NOT NULL,
    state text NOT NULL
)
WITH (fillfactor='50');
INSERT INTO :schema.audit VALUES (1, '{"n":1,"time":"2026-11-24T14:15:30.681Z","action":"clientAdded","by":"command-line","name":"before","target":["567e2c781a61f9d801a3e573b2650fb4"],"detail":"all","previous":"0000000000000000000000000000000000000000000000000000000000000000"}');
INSERT INTO :schema.audit VALUES (2, '{"n":2,"time":"2026-11-24T14:15:38.552Z","action":"serverStarted","by":"server","target":["http://127.0.0.1:7555"],"previous":"e8df252a905add08b09ddbff7596d6405a3f3a3b00883255aef47e01717868ec"}');
INSERT INTO :schema.audit VALUES (3, '{"n":3,"time":"2026-11-24T14:16:34.802Z","action":"tokenIssued","by":"command-line","target":["567e2c781a61f9d801a3e573b2650fb4"],"previous":"af15fd4f3de5bd341954fd3d9f261237cdb2108509452eba0ea675ce10bf24a6"}');
INSERT INTO :schema.audit VALUES (4, '{"n":4,"time":"2026-11-24T14:16:35.001Z","action":"requested","by":"567e2c781a61f9d801a3e573b2650fb4","name":"before","address":"127.0.0.1","target":[],"detail":"POST jobs","previous":"d977a444ecb8f6337b642547949667d8f4fb57b018143ce9eb5090a3e27b4ca7"}');
INSERT INTO :schema.audit VALUES (5, '{"n":5,"time":"2026-11-24T14:16:41.083Z","action":"configurationReloaded","by":"567e2c781a61f9d801a3e573b2650fb4","name":"before","address":"127.0.0.1","target":["Lead"],"previous":"3af8f2c44470e97471e8ca54e983caa7825e317b7884980eddcdca83566e3932"}');
INSERT INTO :schema.audit VALUES (6, '{"n":6,"time":"2026-11-24T14:16:41.138Z","action":"scenarioSaved","by":"567e2c781a61f9d801a3e573b2650fb4","name":"before","address":"127.0.0.1","target":["strict"],"previous":"50adfca0a3afac242bc279e9c4627614f6f665e26a83f4c9ce2dd8963460146b"}');
INSERT INTO :schema.audit VALUES (7, '{"n":7,"time":"2026-11-24T14:16:41.138Z","action":"requested","by":"567e2c781a61f9d801a3e573b2650fb4","name":"before","address":"127.0.0.1","target":[],"detail":"POST scenarios/definitions/{scenarioId}","previous":"0ae5caac626ee7045fc4bc42eca3fee6200f56c5b9dc08f75a23aef5a81bc43e"}');
INSERT INTO :schema.audit VALUES (8, '{"n":8,"time":"2026-11-24T14:16:41.177Z","action":"requested","by":"567e2c781a61f9d801a3e573b2650fb4","name":"before","address":"127.0.0.1","target":[],"detail":"POST webhooks/{webhookId}/deadLetters","previous":"7145cb291c178db7dac3a3f113003b516f0242b799ec569480eabd0a52d40c2c"}');
INSERT INTO :schema.audit VALUES (9, '{"n":9,"time":"2026-11-24T14:17:03.434Z","action":"serverStopped","by":"server","previous":"1831607d3d34c2a38283004344c7bf6ba4c538962ea851345c71fa343886dd30"}');
INSERT INTO :schema.audit_head VALUES (true, 9, 'a4b3f7a25581ebc97febc6b847f5d8b46fd413153f4db7ff2cc86470fee780b6');
INSERT INTO :schema.commits VALUES (1, '0bdc81f0-23ab-4db3-87c3-da1bd9f12d05', 1, '{"t":[{"kind":"put","record":{"id":"00QLK00000000012AA","type":"Lead","fields":{"FirstName":"Ada","LastName":"Byron","Company":"Engines","Email":"ada@example.com","Status":"Open - Not Contacted","HasOptedOutOfEmail":false,"HasOptedOutOfFax":false,"DoNotCall":false,"IsConverted":false,"OwnerId":"005LK0000000000YAA","CreatedDate":"2026-11-24T14:15:09.887+0000","CreatedById":"005LK0000000000YAA","Name":"Ada Byron","LastModifiedDate":"2026-11-24T14:15:09.887+0000","LastModifiedById":"005LK0000000000YAA","SystemModstamp":"2026-11-24T14:15:09.887+0000"}}},{"kind":"history","entry":{"number":1,"recordId":"00QLK00000000012AA","objectType":"Lead","action":"create","decision":{"reason":"notChecked"}}},{"kind":"put","record":{"id":"00QLK00000000022AA","type":"Lead","fields":{"FirstName":"Ada","LastName":"Byron","Company":"Engine","Email":"ada@example.com","Status":"Open - Not Contacted","HasOptedOutOfEmail":false,"HasOptedOutOfFax":false,"DoNotCall":false,"IsConverted":false,"OwnerId":"005LK0000000000YAA","CreatedDate":"2026-11-24T14:15:09.887+0000","CreatedById":"005LK0000000000YAA","Name":"Ada Byron","LastModifiedDate":"2026-11-24T14:15:09.887+0000","LastModifiedById":"005LK0000000000YAA","SystemModstamp":"2026-11-24T14:15:09.887+0000"}}},{"kind":"history","entry":{"number":2,"recordId":"00QLK00000000022AA","objectType":"Lead","action":"create","decision":{"reason":"notChecked"}}},{"kind":"put","record":{"id":"00QLK00000000032AA","type":"Lead","fields":{"FirstName":"Charles","LastName":"Babbage","Company":"Engines","Email":"cb@example.com","Status":"Open - Not Contacted","HasOptedOutOfEmail":false,"HasOptedOutOfFax":false,"DoNotCall":false,"IsConverted":false,"OwnerId":"005LK0000000000YAA","CreatedDate":"2026-11-24T14:15:09.887+0000","CreatedById":"005LK0000000000YAA","Name":"Charles Babbage","LastModifiedDate":"2026-11-24T14:15:09.887+0000","LastModifiedById":"005LK0000000000YAA","SystemModstamp":"2026-11-24T14:15:09.887+0000"}}},{"kind":"history","entry":{"number":3,"recordId":"00QLK00000000032AA","objectType":"Lead","action":"create","decision":{"reason":"notChecked"}}},{"kind":"counter","name":"id:00Q","value":3},{"kind":"counter","name":"import:8f53a268ff7c7238c32f48e36cafba89:1","value":3}],"by":{"client":"command-line","time":"2026-11-24T14:15:09.887Z","request":"import 8f53a268ff7c7238c32f48e36cafba89"}}', '2026-11-24 14:15:09.966197+00');
INSERT INTO :schema.commits VALUES (2, '0bdc81f0-23ab-4db3-87c3-da1bd9f12d05', 2, '{"t":[{"kind":"counter","name":"import:8f53a268ff7c7238c32f48e36cafba89","value":1}],"by":{"client":"command-line","time":"2026-11-24T14:15:09.974Z","request":"import 8f53a268ff7c7238c32f48e36cafba89"}}', '2026-11-24 14:15:09.994354+00');
INSERT INTO :schema.configuration_files VALUES (1, 'webhooks.json', '\x5b7b226964223a2263726d222c2275726c223a22687474703a2f2f3132372e302e302e313a392f222c226f626a65637473223a5b224c656164225d7d5d0a');
INSERT INTO :schema.configuration_files VALUES (2, 'scenarios.json', '\x5b0a20207b0a20202020226964223a2022737472696374222c0a20202020226e616d65223a2022537472696374222c0a20202020226f626a656374223a20224c656164222c0a20202020227468726573686f6c64223a2039302c0a20202020227573616765223a205b0a2020202020202272657374536561726368220a202020205d2c0a20202020226669656c6473223a205b0a2020202020207b0a2020202020202020226669656c64223a2022456d61696c222c0a2020202020202020226d6574686f64223a2022656d61696c222c0a202020202020202022776569676874223a203130300a2020202020207d0a202020205d2c0a20202020226d696e696d756d45766964656e6365223a20310a20207d0a5d0a');
INSERT INTO :schema.configuration_files VALUES (2, 'webhooks.json', '\x5b7b226964223a2263726d222c2275726c223a22687474703a2f2f3132372e302e302e313a392f222c226f626a65637473223a5b224c656164225d7d5d0a');
INSERT INTO :schema.configurations VALUES (1, '2026-11-24 14:15:35.591513+00', 'server', '26c9cac20eca840f03ea74fe293fa1502c909e8d37d1bdeb6c7e1bc6149b5a6c');
INSERT INTO :schema.configurations VALUES (2, '2026-11-24 14:16:41.002797+00', '567e2c781a61f9d801a3e573b2650fb4', '45101f7cb52524afa08f8a4480c621ecb75cdfd0aba20dd31ebd83caa0708dba');
INSERT INTO :schema.files VALUES ('clients.json', 1, '{
  "version": 1,
  "clients": [
    {
      "client_id": "567e2c781a61f9d801a3e573b2650fb4",
      "name": ":schema",
      "secretDigest": "sha256:d6bfb02ebd2f7614e17132cf5dcaf9a6c52f008736afe159d988a058a6e2d9ed",
      "licence": {
        "state": "valid"
      },
      "scopes": [
        "search",
        "upsert",
        "read",
        "write",
        "delete",
        "history",
        "undo",
        "export",
        "review",
        "admin"
      ],
      "revoked": false,
      "created": "2026-11-24T14:15:30.633Z"
    }
  ]
}
');
INSERT INTO :schema.files VALUES ('signing.key', 2, 'b052f947a1199ebbc11e6f6c199854cabe911dbfd5cd4c8f89dbf4425f0bb76a
');
INSERT INTO :schema.files VALUES ('webhooks.secrets', 3, '{"version":1,"secrets":{"crm":{"current":"whsec_Ot8ACBopfGcmH7uV+mqjk53F8Sntmz4GSoTAihvBQgA="}}}
');
INSERT INTO :schema.head VALUES (true, 2, 0, '22384f32-bff3-47e3-99b3-470b8b30095b', '7711741008047309764/5/16395', NULL, NULL);
INSERT INTO :schema.job_groups VALUES ('job-000000000001', 0, '{"m":[["00QLK00000000012AA","30609000aaab0457"],["00QLK00000000022AA","b43c70924717e78d"]],"p":[[0,1,100]],"s":100}');
INSERT INTO :schema.jobs VALUES ('job-000000000001', true, false, '{"version":1,"id":"job-000000000001","status":"completed","objectType":"Lead","crossObject":null,"scenarioIds":[],"filterDeveloperName":null,"autoMerge":null,"undoes":null,"objects":null,"clientId":"567e2c781a61f9d801a3e573b2650fb4","position":2,"created":"2026-11-24T14:16:34.995Z","started":"2026-11-24T14:16:35.000Z","ended":"2026-11-24T14:16:37.344Z","attempts":1,"reason":null,"merged":0,"result":{"records":3,"pairs":1,"groups":1,"fields":["FirstName","LastName","Company","Email","Phone","MobilePhone"],"scenarios":["lead-default","lead-name-email","lead-name-phone"],"places":[]}}', NULL);
INSERT INTO :schema.migrations VALUES (1, '2026-11-24 14:15:08.733846+00');
INSERT INTO :schema.migrations VALUES (2, '2026-11-24 14:15:08.733846+00');
INSERT INTO :schema.migrations VALUES (3, '2026-11-24 14:15:08.733846+00');
INSERT INTO :schema.migrations VALUES (4, '2026-11-24 14:15:08.733846+00');
INSERT INTO :schema.migrations VALUES (5, '2026-11-24 14:15:08.733846+00');
INSERT INTO :schema.migrations VALUES (6, '2026-11-24 14:15:08.733846+00');
INSERT INTO :schema.migrations VALUES (7, '2026-11-24 14:15:08.733846+00');
INSERT INTO :schema.migrations VALUES (8, '2026-11-24 14:15:08.733846+00');
INSERT INTO :schema.migrations VALUES (9, '2026-11-24 14:15:08.733846+00');
INSERT INTO :schema.migrations VALUES (10, '2026-11-24 14:15:08.733846+00');
INSERT INTO :schema.migrations VALUES (11, '2026-11-24 14:15:08.733846+00');
INSERT INTO :schema.migrations VALUES (12, '2026-11-24 14:15:08.733846+00');
INSERT INTO :schema.migrations VALUES (13, '2026-11-24 14:15:08.733846+00');
INSERT INTO :schema.migrations VALUES (14, '2026-11-24 14:15:08.733846+00');
INSERT INTO :schema.migrations VALUES (15, '2026-11-24 14:15:08.733846+00');
INSERT INTO :schema.migrations VALUES (16, '2026-11-24 14:15:08.733846+00');
INSERT INTO :schema.migrations VALUES (17, '2026-11-24 14:15:08.733846+00');
INSERT INTO :schema.migrations VALUES (18, '2026-11-24 14:15:08.733846+00');
INSERT INTO :schema.migrations VALUES (19, '2026-11-24 14:15:08.733846+00');
INSERT INTO :schema.proposals VALUES ('Lead', '2026-11-22T07:18:02.643Z', '{"version":1,"object":"Lead","status":"failed","time":"2026-11-22T07:18:02.643Z","records":3,"reason":"too few records"}');
INSERT INTO :schema.scenario_versions VALUES ('strict', 1, '{"number":1,"id":"strict","action":"saved","time":"2026-11-24T14:16:41.103Z","by":"567e2c781a61f9d801a3e573b2650fb4","name":":schema","definition":{"id":"strict","name":"Strict","object":"Lead","threshold":90,"usage":["restSearch"],"fields":[{"field":"Email","method":"email","weight":100}],"minimumEvidence":1}}');
INSERT INTO :schema.turn VALUES (true);
INSERT INTO :schema.upload_parts VALUES ('file-000000000001', 'input.csv', 0, '\x46697273744e616d652c4c6173744e616d652c436f6d70616e792c456d61696c0a4164612c4279726f6e2c456e67696e65732c616461406578616d706c652e636f6d0a4164612c4279726f6e2c456e67696e652c616461406578616d706c652e636f6d0a436861726c65732c426162626167652c456e67696e65732c6362406578616d706c652e636f6d0a');
INSERT INTO :schema.uploads VALUES ('file-000000000001', 139, 'failed', '2026-11-25T14:16:40.985Z', '{"id":"file-000000000001","name":"people.csv","size":139,"sha256":"b474f61203596c02d1a347b0d34a56ca8d53bde16c8812aaa7c55b763c3fd55f","created":"2026-11-24T14:16:35.153Z","expires":"2026-11-25T14:16:40.985Z","status":"failed","task":{"action":"import","objectType":"Lead","mapping":[{"field":"FirstName","positions":[0]},{"field":"LastName","positions":[1]},{"field":"Company","positions":[2]},{"field":"Email","positions":[3]}],"check":true,"again":false},"inspection":{"objectType":"Lead","columns":[{"label":"FirstName","samples":["Ada","Ada","Charles"]},{"label":"LastName","samples":["Byron","Byron","Babbage"]},{"label":"Company","samples":["Engines","Engine","Engines"]},{"label":"Email","samples":["ada@example.com","ada@example.com","cb@example.com"]}],"mapping":[{"field":"FirstName","positions":[0]},{"field":"LastName","positions":[1]},{"field":"Company","positions":[2]},{"field":"Email","positions":[3]}],"rows":3,"isWhole":true,"notes":[]},"counts":null,"cleaned":null,"reason":"this file has been imported already with this object and mapping; `again` (`--again` of a command) imports it once more","results":[],"version":1,"clientId":"567e2c781a61f9d801a3e573b2650fb4","userId":"005LK003197nOyRYAU","objects":null,"extension":".csv","position":2,"completed":null}', NULL, NULL, '2026-11-24 14:16:35.113224+00', '567e2c781a61f9d801a3e573b2650fb4', '2026-11-24 14:16:35.113224+00');
INSERT INTO :schema.webhook_orders OVERRIDING SYSTEM VALUE VALUES (1, 'crm', 'discard', '{a,b}');
INSERT INTO :schema.webhook_orders OVERRIDING SYSTEM VALUE VALUES (2, 'gone', 'replay', NULL);
INSERT INTO :schema.webhooks VALUES ('crm', '{"version":1,"position":3,"waiting":[],"dead":[]}', '{"status":"sending","delivered":0,"failed":0,"lastDelivery":null,"lastFailure":null}');
SELECT pg_catalog.setval(':schema.job_merges_number_seq', 1, false);
SELECT pg_catalog.setval(':schema.snapshots_id_seq', 1, false);
SELECT pg_catalog.setval(':schema.spent_number_seq', 1, false);
SELECT pg_catalog.setval(':schema.upload_numbers', 1, true);
SELECT pg_catalog.setval(':schema.webhook_orders_number_seq', 2, true);
ALTER TABLE ONLY :schema.audit_head
    ADD CONSTRAINT audit_head_pkey PRIMARY KEY (one);
ALTER TABLE ONLY :schema.audit
    ADD CONSTRAINT audit_pkey PRIMARY KEY (n);
ALTER TABLE ONLY :schema.commits
    ADD CONSTRAINT commits_pkey PRIMARY KEY ("position");
ALTER TABLE ONLY :schema.configuration_files
    ADD CONSTRAINT configuration_files_pkey PRIMARY KEY (version, name);
ALTER TABLE ONLY :schema.configurations
    ADD CONSTRAINT configurations_pkey PRIMARY KEY (version);
ALTER TABLE ONLY :schema.configured_nodes
    ADD CONSTRAINT configured_nodes_pkey PRIMARY KEY (node);
ALTER TABLE ONLY :schema.files
    ADD CONSTRAINT files_pkey PRIMARY KEY (name);
ALTER TABLE ONLY :schema.head
    ADD CONSTRAINT head_pkey PRIMARY KEY (one);
ALTER TABLE ONLY :schema.job_groups
    ADD CONSTRAINT job_groups_pkey PRIMARY KEY (job, part);
ALTER TABLE ONLY :schema.job_merges
    ADD CONSTRAINT job_merges_pkey PRIMARY KEY (job, number);
ALTER TABLE ONLY :schema.job_pieces
    ADD CONSTRAINT job_pieces_pkey PRIMARY KEY (work, stretch, piece);
ALTER TABLE ONLY :schema.job_shares
    ADD CONSTRAINT job_shares_pkey PRIMARY KEY (work, stretch);
ALTER TABLE ONLY :schema.job_work
    ADD CONSTRAINT job_work_pkey PRIMARY KEY (id);
ALTER TABLE ONLY :schema.jobs
    ADD CONSTRAINT jobs_pkey PRIMARY KEY (id);
ALTER TABLE ONLY :schema.leases
    ADD CONSTRAINT leases_pkey PRIMARY KEY (name);
ALTER TABLE ONLY :schema.migrations
    ADD CONSTRAINT migrations_pkey PRIMARY KEY (version);
ALTER TABLE ONLY :schema.nodes
    ADD CONSTRAINT nodes_pkey PRIMARY KEY (writer);
ALTER TABLE ONLY :schema.proposals
    ADD CONSTRAINT proposals_pkey PRIMARY KEY (object);
ALTER TABLE ONLY :schema.scenario_versions
    ADD CONSTRAINT scenario_versions_pkey PRIMARY KEY (id, number);
ALTER TABLE ONLY :schema.snapshot_parts
    ADD CONSTRAINT snapshot_parts_pkey PRIMARY KEY (snapshot, part);
ALTER TABLE ONLY :schema.snapshots
    ADD CONSTRAINT snapshots_pkey PRIMARY KEY (id);
ALTER TABLE ONLY :schema.spent
    ADD CONSTRAINT spent_pkey PRIMARY KEY (kind, digest);
ALTER TABLE ONLY :schema.turn
    ADD CONSTRAINT turn_pkey PRIMARY KEY (one);
ALTER TABLE ONLY :schema.upload_parts
    ADD CONSTRAINT upload_parts_pkey PRIMARY KEY (upload, name, part);
ALTER TABLE ONLY :schema.uploads
    ADD CONSTRAINT uploads_pkey PRIMARY KEY (id);
ALTER TABLE ONLY :schema.webhook_orders
    ADD CONSTRAINT webhook_orders_pkey PRIMARY KEY (number);
ALTER TABLE ONLY :schema.webhooks
    ADD CONSTRAINT webhooks_pkey PRIMARY KEY (id);
CREATE INDEX job_work_job_idx ON :schema.job_work USING btree (job);
CREATE INDEX spent_number_idx ON :schema.spent USING btree (number);
CREATE TRIGGER note_trimmed BEFORE UPDATE OF trimmed ON :schema.head FOR EACH ROW WHEN (((new.trimmed > 0) AND ((new.trimmed <> old.trimmed) OR (new.trimmed_writer IS NULL)))) EXECUTE FUNCTION :schema.note_trimmed();
CREATE TRIGGER note_until BEFORE UPDATE OF is_whole ON :schema.snapshots FOR EACH ROW WHEN ((new.is_whole AND (new.until IS NULL))) EXECUTE FUNCTION :schema.note_until();
CREATE TRIGGER wait_for_disk BEFORE INSERT OR DELETE OR UPDATE ON :schema.audit FOR EACH STATEMENT EXECUTE FUNCTION :schema.wait_for_disk();
CREATE TRIGGER wait_for_disk BEFORE INSERT OR DELETE OR UPDATE ON :schema.audit_head FOR EACH STATEMENT EXECUTE FUNCTION :schema.wait_for_disk();
CREATE TRIGGER wait_for_disk BEFORE INSERT ON :schema.commits FOR EACH STATEMENT EXECUTE FUNCTION :schema.wait_for_disk();
CREATE TRIGGER wait_for_disk BEFORE INSERT OR DELETE OR UPDATE ON :schema.configuration_files FOR EACH STATEMENT EXECUTE FUNCTION :schema.wait_for_disk();
CREATE TRIGGER wait_for_disk BEFORE INSERT OR DELETE OR UPDATE ON :schema.configurations FOR EACH STATEMENT EXECUTE FUNCTION :schema.wait_for_disk();
CREATE TRIGGER wait_for_disk BEFORE INSERT OR DELETE OR UPDATE ON :schema.configured_nodes FOR EACH STATEMENT EXECUTE FUNCTION :schema.wait_for_disk();
CREATE TRIGGER wait_for_disk BEFORE INSERT OR DELETE OR UPDATE ON :schema.files FOR EACH STATEMENT EXECUTE FUNCTION :schema.wait_for_disk();
CREATE TRIGGER wait_for_disk BEFORE INSERT OR DELETE OR UPDATE ON :schema.head FOR EACH STATEMENT EXECUTE FUNCTION :schema.wait_for_disk();
CREATE TRIGGER wait_for_disk BEFORE INSERT OR DELETE OR UPDATE ON :schema.job_groups FOR EACH STATEMENT EXECUTE FUNCTION :schema.wait_for_disk();
CREATE TRIGGER wait_for_disk BEFORE INSERT OR DELETE OR UPDATE ON :schema.job_merges FOR EACH STATEMENT EXECUTE FUNCTION :schema.wait_for_disk();
CREATE TRIGGER wait_for_disk BEFORE INSERT OR DELETE OR UPDATE ON :schema.jobs FOR EACH STATEMENT EXECUTE FUNCTION :schema.wait_for_disk();
CREATE TRIGGER wait_for_disk BEFORE INSERT OR DELETE OR UPDATE ON :schema.leases FOR EACH STATEMENT EXECUTE FUNCTION :schema.wait_for_disk();
CREATE TRIGGER wait_for_disk BEFORE INSERT OR DELETE OR UPDATE ON :schema.migrations FOR EACH STATEMENT EXECUTE FUNCTION :schema.wait_for_disk();
CREATE TRIGGER wait_for_disk BEFORE INSERT OR DELETE OR UPDATE ON :schema.nodes FOR EACH STATEMENT EXECUTE FUNCTION :schema.wait_for_disk();
CREATE TRIGGER wait_for_disk BEFORE INSERT OR DELETE OR UPDATE ON :schema.proposals FOR EACH STATEMENT EXECUTE FUNCTION :schema.wait_for_disk();
CREATE TRIGGER wait_for_disk BEFORE INSERT OR DELETE OR UPDATE ON :schema.scenario_versions FOR EACH STATEMENT EXECUTE FUNCTION :schema.wait_for_disk();
CREATE TRIGGER wait_for_disk BEFORE INSERT OR DELETE OR UPDATE ON :schema.snapshot_parts FOR EACH STATEMENT EXECUTE FUNCTION :schema.wait_for_disk();
CREATE TRIGGER wait_for_disk BEFORE INSERT OR DELETE OR UPDATE ON :schema.snapshots FOR EACH STATEMENT EXECUTE FUNCTION :schema.wait_for_disk();
CREATE TRIGGER wait_for_disk BEFORE INSERT OR DELETE OR UPDATE ON :schema.spent FOR EACH STATEMENT EXECUTE FUNCTION :schema.wait_for_disk();
CREATE TRIGGER wait_for_disk BEFORE INSERT OR DELETE OR UPDATE ON :schema.turn FOR EACH STATEMENT EXECUTE FUNCTION :schema.wait_for_disk();
CREATE TRIGGER wait_for_disk BEFORE INSERT OR DELETE OR UPDATE ON :schema.upload_parts FOR EACH STATEMENT EXECUTE FUNCTION :schema.wait_for_disk();
CREATE TRIGGER wait_for_disk BEFORE INSERT OR DELETE OR UPDATE ON :schema.uploads FOR EACH STATEMENT EXECUTE FUNCTION :schema.wait_for_disk();
CREATE TRIGGER wait_for_disk BEFORE INSERT OR DELETE OR UPDATE ON :schema.webhook_orders FOR EACH STATEMENT EXECUTE FUNCTION :schema.wait_for_disk();
CREATE TRIGGER wait_for_disk BEFORE INSERT OR DELETE OR UPDATE ON :schema.webhooks FOR EACH STATEMENT EXECUTE FUNCTION :schema.wait_for_disk();
ALTER TABLE ONLY :schema.configuration_files
    ADD CONSTRAINT configuration_files_version_fkey FOREIGN KEY (version) REFERENCES :schema.configurations(version) ON DELETE CASCADE;
ALTER TABLE ONLY :schema.job_groups
    ADD CONSTRAINT job_groups_job_fkey FOREIGN KEY (job) REFERENCES :schema.jobs(id) ON DELETE CASCADE;
ALTER TABLE ONLY :schema.job_merges
    ADD CONSTRAINT job_merges_job_fkey FOREIGN KEY (job) REFERENCES :schema.jobs(id) ON DELETE CASCADE;
ALTER TABLE ONLY :schema.job_pieces
    ADD CONSTRAINT job_pieces_work_fkey FOREIGN KEY (work) REFERENCES :schema.job_work(id) ON DELETE CASCADE;
ALTER TABLE ONLY :schema.job_shares
    ADD CONSTRAINT job_shares_work_fkey FOREIGN KEY (work) REFERENCES :schema.job_work(id) ON DELETE CASCADE;
ALTER TABLE ONLY :schema.job_work
    ADD CONSTRAINT job_work_job_fkey FOREIGN KEY (job) REFERENCES :schema.jobs(id) ON DELETE CASCADE;
ALTER TABLE ONLY :schema.snapshot_parts
    ADD CONSTRAINT snapshot_parts_snapshot_fkey FOREIGN KEY (snapshot) REFERENCES :schema.snapshots(id) ON DELETE CASCADE;
ALTER TABLE ONLY :schema.upload_parts
    ADD CONSTRAINT upload_parts_upload_fkey FOREIGN KEY (upload) REFERENCES :schema.uploads(id) ON DELETE CASCADE;
