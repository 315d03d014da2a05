/** A machine type for rent. */
export interface Machine {
  readonly name: string;
  readonly processors: number;
  readonly gib: number;
  /** Guaranteed network bandwidth. */
  readonly gbits: number;
  /** USD per hour. */
  readonly hour: number;
}

/** Source of the prices, shown on the pages. */
export const PRICED =
  'Amazon EC2 and EBS, on demand, Linux, us-east-1, as of November 2026 (aws.amazon.com/ec2/pricing/on-demand and /ebs/pricing), recorded in `bench/scale/prices.ts`';

/** Memory-optimized machines, cheapest first. All sizes have the same price per CPU and GiB. */
export const MACHINES: readonly Machine[] = [
  { name: 'r6i.large', processors: 2, gib: 16, gbits: 0.781, hour: 0.126 },
  { name: 'r6i.xlarge', processors: 4, gib: 32, gbits: 1.562, hour: 0.252 },
  { name: 'r6i.2xlarge', processors: 8, gib: 64, gbits: 3.125, hour: 0.504 },
  { name: 'r6i.4xlarge', processors: 16, gib: 128, gbits: 6.25, hour: 1.008 },
  { name: 'r6i.8xlarge', processors: 32, gib: 256, gbits: 12.5, hour: 2.016 },
  { name: 'r6i.12xlarge', processors: 48, gib: 384, gbits: 18.75, hour: 3.024 },
  { name: 'r6i.16xlarge', processors: 64, gib: 512, gbits: 25, hour: 4.032 },
  { name: 'r6i.24xlarge', processors: 96, gib: 768, gbits: 37.5, hour: 6.048 },
  { name: 'r6i.32xlarge', processors: 128, gib: 1_024, gbits: 50, hour: 8.064 },
  { name: 'x2idn.32xlarge', processors: 128, gib: 2_048, gbits: 100, hour: 13.338 },
  { name: 'x2iedn.32xlarge', processors: 128, gib: 4_096, gbits: 100, hour: 26.676 },
];

export const HOURS_A_MONTH = 730;
/** General-purpose SSD (gp3), USD per GB and month. */
export const DISK_GB_MONTH = 0.08;

/** Returns the cheapest machine with this memory and this number of CPUs. */
export const machineWith = (gib: number, processors = 0): Machine | undefined =>
  MACHINES.find((machine) => machine.gib >= gib && machine.processors >= processors);

export const monthOf = ({ hour }: Machine): number => hour * HOURS_A_MONTH;

export const diskMonth = (bytes: number): number => (bytes / 1e9) * DISK_GB_MONTH;

export const diskHour = (bytes: number): number => diskMonth(bytes) / HOURS_A_MONTH;
