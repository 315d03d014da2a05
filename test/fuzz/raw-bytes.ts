import fc from 'fast-check';
import type { Served } from '../http/serve.js';
import { SEARCH, TOKEN, UPSERT } from '../http/serve.js';
import { share } from './spoil.js';

/** Generates bytes for a connection: noise, and requests with a few changed bytes. */
export function rawBytes(served: Served): fc.Arbitrary<Buffer> {
  const body = JSON.stringify({ objectPrefix: '00Q', objectData: { FirstName: 'Jenniffer' } });
  const head = (method: string, path: string, ...more: string[]) =>
    [`${method} ${path} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${served.token}`, ...more].join('\r\n');
  const json = 'Content-Type: application/json';
  const wholes = [
    `${head('POST', SEARCH, json, `Content-Length: ${body.length}`)}\r\n\r\n${body}`,
    `${head('POST', UPSERT, json, 'Transfer-Encoding: chunked')}\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    `${head('POST', TOKEN, 'Content-Type: application/x-www-form-urlencoded', 'Content-Length: 29')}\r\n\r\ngrant_type=client_credentials`,
    `${head('GET', '/healthz')}\r\n\r\n`.repeat(3),
    `${head('GET', '/services/data/v60.0/sobjects/Lead/00QLK0000000001AAA', 'Expect: 100-continue')}\r\n\r\n`,
    `${head('GET', '/metrics', 'Connection: Upgrade', 'Upgrade: websocket')}\r\n\r\n`,
  ];
  const change = fc.tuple(share(), fc.nat(3), fc.uint8Array({ maxLength: 8 }));
  const changed = fc.tuple(fc.constantFrom(...wholes), fc.array(change, { maxLength: 4 })).map(([whole, changes]) =>
    changes.reduce<Buffer>((bytes, [place, cut, put]) => {
      const at = Math.floor(place * bytes.length);
      return Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + cut)]);
    }, Buffer.from(whole)),
  );
  const noise = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes));
  return fc.oneof({ weight: 4, arbitrary: changed }, { weight: 1, arbitrary: noise });
}
