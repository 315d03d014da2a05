import { cpus, loadavg, totalmem } from 'node:os';

/** One line about the machine and its current load. On a busy machine, only ratios are meaningful. */
export function machine(): string {
  const processors = cpus();
  const load = loadavg()[0]!.toFixed(1);
  return (
    `${processors.length} x ${processors[0]?.model.trim() ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB, ` +
    `${process.platform} ${process.arch}, Node ${process.versions.node}, load average at start ${load}`
  );
}
