/** `compacting-server.mjs FOLDER BYTES`: runs the built service and compacts after every BYTES. Stops on SIGTERM. */
import process from 'node:process';
import { serve } from '../../bench/harness/built-service.mjs';

const [folder = '', compactAt = ''] = process.argv.slice(2);
await serve(folder, Number(compactAt));
