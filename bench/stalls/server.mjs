/** `server.mjs FOLDER`: runs the built service. IPC messages start compactions and recordings. Stops on SIGTERM. */
import process from 'node:process';
import { serve } from '../harness/built-service.mjs';
import { begin, end } from './recorder.mjs';

const [folder = ''] = process.argv.slice(2);
await serve(folder, Infinity, (store) => {
  const done = { begin, compact: () => store.compact(), end };
  process.on('message', (what) => void done[what]().then((found = {}) => process.send(found)));
  // The channel alone must not keep the server alive after a stop.
  process.channel.unref();
});
