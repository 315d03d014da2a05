import { parentPort, workerData } from 'node:worker_threads';
import type { FromJob, JobWork, ToJob } from './job-messages.js';

export interface JobPort {
  send(message: FromJob): void;
  /** @param take called with each message, in order */
  listen(take: (message: ToJob) => void): void;
  close(): void;
}

/** Calls `begin` with the work. In a thread, this happens immediately; in a process, after the first message. */
export function jobPort(begin: (work: JobWork, port: JobPort) => void): void {
  const port = parentPort;
  if (port !== null) {
    begin(workerData as JobWork, {
      send: (message) => port.postMessage(message),
      listen: (take) => void port.on('message', take),
      close: () => port.close(),
    });
    return;
  }
  // Exit together with the service.
  process.on('disconnect', () => process.exit(0));
  process.once('message', (work: JobWork) =>
    begin(work, {
      send: (message) => void process.send!(message),
      listen: (take) => void process.on('message', (message: { readonly sent: ToJob }) => take(message.sent)),
      close: () => process.disconnect(),
    }),
  );
}
