import type { Era } from './eras.js';
import type { Operation } from './operations.js';

/**
 * Checks for faults that must not happen even if the whole tail was lost: lost data reappears without a new request, a
 * known Id is assigned to another person, or a change is applied to another person's record.
 *
 * @returns one line per fault
 */
export function lostTailFaults(operations: readonly Operation[], eras: readonly Era[]): string[] {
  const faults = eras.flatMap((era) => strayWrites(operations, era));
  const known = knownIds(operations);
  for (const [i, era] of eras.slice(0, -1).entries()) {
    const asked = askedSince(operations, eras[i + 1]!.begun);
    for (const { log } of eras.slice(i + 1)) {
      for (const { id, email, made } of era.log.contacts.values()) {
        if (made <= era.kept) continue;
        const now = log.contacts.get(id);
        if (now !== undefined && now.email !== email && known.has(id))
          faults.push(`${id}: was ${email ?? 'nobody'}, which is lost, and is ${now.email ?? 'nobody'} now`);
        const again = email === undefined ? undefined : log.byEmail.get(email)?.find((one) => one.made > era.kept);
        if (again !== undefined && !asked.has(email!)) faults.push(`${email!}: lost, and made again by nobody's wish`);
      }
      for (const [value, places] of era.log.written)
        if (places[0]!.position > era.kept && log.written.has(value) && !asked.has(value))
          faults.push(`${value}: lost, and written again by nobody's wish`);
    }
  }
  return [...new Set(faults)];
}

/** People and values in requests that were pending or sent after an era began. */
function askedSince(operations: readonly Operation[], begun: number): Set<string> {
  const asked = new Set<string>();
  for (const operation of operations) {
    if (operation.ended < begun) continue;
    if (operation.kind === 'save') asked.add(operation.email);
    else if (operation.kind === 'write') asked.add(operation.value);
  }
  return asked;
}

/** Ids that some response contained. */
function knownIds(operations: readonly Operation[]): Set<string> {
  const known = new Set<string>();
  for (const operation of operations) {
    if (operation.kind === 'save' && operation.result !== undefined) known.add(operation.result.id);
    else if (operation.kind === 'search') operation.found?.forEach((id) => known.add(id));
    else if (operation.kind === 'picture') operation.rows.forEach(({ Id }) => known.add(Id));
  }
  return known;
}

/** A change by Id is meant for the person that had the Id when it was returned. */
function strayWrites(operations: readonly Operation[], { log }: Era): string[] {
  return operations.flatMap((operation) => {
    if (operation.kind !== 'write' || operation.email === undefined) return [];
    return (log.written.get(operation.value) ?? []).flatMap(({ id }) => {
      const email = log.contacts.get(id)?.email;
      return email === operation.email
        ? []
        : [`${operation.value}: meant for ${operation.email!}, and written over ${email ?? 'nobody'} (${id})`];
    });
  });
}
