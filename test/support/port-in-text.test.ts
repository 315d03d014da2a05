import { expect, it } from 'vitest';
import { portInText } from './port-in-text.js';

it.each([
  'connect ECONNREFUSED 127.0.0.1:34261',
  'no server can be used: db-1.internal:34261: role "scribe" does not exist',
  '[::1]:34261, [::1]:34262',
  'postgres://likeness@db:34261/vault',
  '{"host":"db","port":34261}',
  "{ databasePort: '34261' }",
  'host=db port=34261',
  'is not listening on port 34261.',
])('a port is found where a text names it: %s', (text) => expect(text).toMatch(portInText(34261)));

it.each([
  'process_resident_memory_bytes 134261760\nlikeness_records 34261',
  'likeness_seconds_sum{route="search"} 0.34261',
  'content-length\n34261',
  '{"position":34261,"lag":{"commits":34261}}',
  '2026-11-24T10:34:26.134Z',
  '127.0.0.1:342610',
  '127.0.0.1:4261',
  'change-000000034261',
])('and not where the same digits are a figure: %s', (text) => expect(text).not.toMatch(portInText(34261)));
