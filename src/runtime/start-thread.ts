import { Worker } from 'node:worker_threads';

/**
 * Starts a thread that runs a file of the program.
 *
 * @param name the file without its ending, relative to `base`
 * @param base `import.meta.url` of the caller: when that is a TypeScript source (tests, benches), the thread's file is
 * one too
 */
export function startThread(name: string, base: string, workerData: unknown): Worker {
  if (!base.endsWith('.ts')) return new Worker(new URL(`${name}.js`, base), { workerData });
  const file = JSON.stringify(new URL(`${name}.ts`, base).href);
  // Threads do not take over the hooks by which the main thread reads TypeScript.
  const script = `import('tsx/esm/api').then(({ register }) => { register(); return import(${file}); })`;
  return new Worker(script, { eval: true, workerData });
}
