import { Worker, type ResourceLimits } from 'node:worker_threads';

/**
 * Starts a thread that runs a file of the program.
 *
 * @param name the file without its ending, relative to `base`
 * @param base `import.meta.url` of the caller: when that is a TypeScript source (tests, benches), the thread's file is
 * one too
 * @param resourceLimits what the thread may use: it fails where it would use more
 */
export function startThread(name: string, base: string, workerData: unknown, resourceLimits?: ResourceLimits): Worker {
  const options = { workerData, ...(resourceLimits && { resourceLimits }) };
  if (!base.endsWith('.ts')) return new Worker(new URL(`${name}.js`, base), options);
  const file = JSON.stringify(new URL(`${name}.ts`, base).href);
  // Threads do not take over the hooks by which the main thread reads TypeScript.
  const script = `import('tsx/esm/api').then(({ register }) => { register(); return import(${file}); })`;
  return new Worker(script, { eval: true, ...options });
}
