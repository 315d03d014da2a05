import type pg from 'pg';
import type { Contact } from '../synthetic/contacts.js';
import { POSTGRES_SETTINGS, postgresPrograms, startCluster, type Cluster } from './postgres-cluster.js';
import { LIMIT, type Peer, type PeerSettings } from './peer.js';

const settings = Object.entries(POSTGRES_SETTINGS)
  .map(([name, value]) => `${name} ${value}`)
  .join(', ');

export const postgres: readonly PeerSettings[] = [
  {
    name: 'PostgreSQL, pg_trgm',
    how: `GIN trigram index on first and last name, similarity threshold 0.4, ordered by similarity of name and e-mail and equality of phone; over a local socket; ${settings}`,
    largest: Infinity,
    searches: 300,
    open: () =>
      open(
        ['CREATE INDEX ON contacts USING gin (name gin_trgm_ops)', 'SET pg_trgm.similarity_threshold = 0.4'],
        BY_TRIGRAMS,
      ),
  },
  {
    name: 'PostgreSQL, metaphone + e-mail + phone',
    how: 'btrees on (double metaphone of last and first name), e-mail and phone, any of which may match, ordered in the same way; same settings',
    largest: Infinity,
    searches: 1_000,
    open: () =>
      open(
        [
          'CREATE INDEX ON contacts (dmetaphone(last_name), dmetaphone(first_name))',
          "CREATE INDEX ON contacts (email) WHERE email <> ''",
          "CREATE INDEX ON contacts (phone) WHERE phone <> ''",
        ],
        BY_KEYS,
      ),
  },
];

const ORDER = `ORDER BY similarity(name, $1) + similarity(email, $2) + CASE WHEN phone <> '' AND phone = $3 THEN 1 ELSE 0 END DESC, id LIMIT ${LIMIT}`;
const BY_TRIGRAMS = `SELECT id FROM contacts WHERE name % $1 ${ORDER}`;
const BY_KEYS = `SELECT id FROM contacts WHERE (dmetaphone(last_name) = dmetaphone($4) AND dmetaphone(first_name) = dmetaphone($5))
  OR (email <> '' AND email = $2) OR (phone <> '' AND phone = $3) ${ORDER}`;
const ROWS_A_STATEMENT = 5_000;

async function open(preparations: readonly string[], text: string): Promise<Peer | string> {
  const programs = postgresPrograms();
  if (programs === undefined) return 'PostgreSQL (initdb, postgres) is neither on the PATH nor in /usr/lib/postgresql';
  let cluster: Cluster | undefined;
  let client: pg.Client;
  try {
    cluster = await startCluster(programs);
    client = await cluster.connect();
    for (const extension of ['pg_trgm', 'fuzzystrmatch']) await client.query(`CREATE EXTENSION ${extension}`);
  } catch (error) {
    await cluster?.stop();
    return `PostgreSQL cannot be used here: ${(error as Error).message}`;
  }
  const running = cluster;
  return {
    async build(contacts) {
      await client.query(
        'CREATE TABLE contacts (id int PRIMARY KEY, first_name text, last_name text, name text, email text, phone text)',
      );
      await fill(client, contacts);
      for (const statement of preparations) await client.query(statement);
      await client.query('VACUUM ANALYZE contacts');
    },
    async search(values: Contact) {
      const { first, last, name, email, phone } = columns(values);
      const parameters = text === BY_KEYS ? [name, email, phone, last, first] : [name, email, phone];
      const { rows } = await client.query<{ id: number }>({ name: 'search', text, values: parameters });
      return rows.map(({ id }) => id);
    },
    async close() {
      await client.end();
      await running.stop();
    },
  };
}

async function fill(client: pg.Client, contacts: readonly Contact[]): Promise<void> {
  for (let start = 0; start < contacts.length; start += ROWS_A_STATEMENT) {
    const rows = contacts.slice(start, start + ROWS_A_STATEMENT).map(columns);
    await client.query(
      'INSERT INTO contacts SELECT * FROM unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])',
      [
        rows.map((_, i) => start + i),
        rows.map(({ first }) => first),
        rows.map(({ last }) => last),
        rows.map(({ name }) => name),
        rows.map(({ email }) => email),
        rows.map(({ phone }) => phone),
      ],
    );
  }
}

function columns(values: Contact) {
  const first = (values['FirstName'] ?? '').toLowerCase();
  const last = (values['LastName'] ?? '').toLowerCase();
  return {
    first,
    last,
    name: `${first} ${last}`,
    email: (values['Email'] ?? '').toLowerCase(),
    // The last ten digits, because the generated phone numbers are formatted differently.
    phone: (values['Phone'] ?? '').replace(/\D/g, '').slice(-10),
  };
}
