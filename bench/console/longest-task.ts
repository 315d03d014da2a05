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

/** Returns the longest duration and the most CPU time of a task of the main thread, in milliseconds. */
export function longestTask(events: readonly TraceEvent[]): { readonly step: number; readonly processor: number } {
  const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;
  const isMain = ({ name, args }: TraceEvent): boolean => name === 'thread_name' && args?.name === 'CrRendererMain';
  const main = new Set(events.filter(isMain).map(threadOf));
  const tasks = events.filter((event) => TASKS.includes(event.name) && main.has(threadOf(event)));
  if (tasks.length === 0) throw new Error('bench: the browser’s trace holds no task of a page');
  const most = (of: 'dur' | 'tdur'): number => Math.max(...tasks.map((task) => task[of] ?? 0)) / 1_000;
  return { step: most('dur'), processor: most('tdur') };
}
