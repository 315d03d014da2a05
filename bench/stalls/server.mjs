/**
 * The built service over a data folder, told when to compact and what to record: `server.mjs FOLDER`, with a channel
 * for messages. Ends on SIGTERM.
 */
import process from 'node:process';
import { serve } from '../harness/built-service.mjs';
import { begin, end } from './recorder.mjs';

const [folder = ''] = process.argv.slice(2);
await serve(folder, Infinity, (store) => {
  const done = { begin, compact: () => store.compact(), end };
  process.on('message', (what) => void done[what]().then((found = {}) => process.send(found)));
  // The channel alone must not keep a server alive that was told to stop.
  process.channel.unref();
});
