import { cpus, loadavg, totalmem } from 'node:os';

/** One line on where figures were taken, the load by others included: figures of a busy machine are ratios at best. */
export function machine(): string {
  const processors = cpus();
  const load = loadavg()[0]!.toFixed(1);
  return (
    `${processors.length} x ${processors[0]?.model.trim() ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB, ` +
    `${process.platform} ${process.arch}, Node ${process.versions.node}, load average at start ${load}`
  );
}
