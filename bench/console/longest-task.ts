/** An event of the browser's trace. Times in microseconds. */
export interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

const TASKS = ['RunTask', 'ThreadControllerImpl::RunTask', 'ThreadController::Task'];

/** Returns the duration of the main thread's longest task and its CPU time, in milliseconds. */
export function longestTask(events: readonly TraceEvent[]): { readonly step: number; readonly processor: number } {
  const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;
  const isMain = ({ name, args }: TraceEvent): boolean => name === 'thread_name' && args?.name === 'CrRendererMain';
  const main = new Set(events.filter(isMain).map(threadOf));
  const tasks = events.filter((event) => TASKS.includes(event.name) && main.has(threadOf(event)));
  if (tasks.length === 0) throw new Error('bench: the browser’s trace holds no task of a page');
  const longest = tasks.reduce((most, one) => ((one.dur ?? 0) > (most.dur ?? 0) ? one : most));
  return { step: (longest.dur ?? 0) / 1_000, processor: (longest.tdur ?? 0) / 1_000 };
}
