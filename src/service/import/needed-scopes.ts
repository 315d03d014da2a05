import type { Scope } from '../../store/config/scope-names.js';
import type { IngestJob } from './bulk-job.js';
import type { Task } from './file-job.js';

export function scopesOfOperation(operation: IngestJob['operation']): readonly Scope[] {
  return operation === 'delete' ? ['upsert', 'delete'] : ['upsert'];
}

/** Scopes needed for a task, on request and at each step. */
export function scopesOfTask({ action, writes }: Pick<Task, 'action' | 'writes'>): readonly Scope[] {
  return action === 'undo' ? ['undo'] : scopesOfOperation(writes?.operation ?? 'upsert');
}
