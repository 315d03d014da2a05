/**
 * The built service over a data folder, compacting all the time: `compacting-server.mjs FOLDER BYTES`. Ends on SIGTERM.
 */
import process from 'node:process';
import { serve } from '../../bench/harness/built-service.mjs';

const [folder = '', compactAt = ''] = process.argv.slice(2);
await serve(folder, Number(compactAt));
