import type { HomeDocuments } from '../home/home.js';
import { digestOfLine, NO_LINE, type AuditEnd } from './audit-chain.js';
import { AuditPlace } from './audit-place.js';

export interface AuditVerification {
  readonly lines: number;
  /**
   * Number and digest of the last line: noted elsewhere, it shows later that nothing up to there was changed or cut.
   */
  readonly head: string;
  /** In sentences; empty: the chain is whole. */
  readonly faults: readonly string[];
}

const MOST_FAULTS = 20;

/**
 * Follows the chain of the audit log. It shows every change, removal and insertion by somebody who cannot write the
 * whole rest anew: whoever can write to the folder can do that, head included. Only a head that was noted elsewhere
 * shows it then.
 *
 * @param noted `<lines>:<digest>` of an earlier verification
 */
export function verifyAudit(home: HomeDocuments, noted?: string): Promise<AuditVerification> {
  return new AuditPlace(home).whole((lines, end) => verifyLines(lines, end, noted));
}

/** @param end what is kept beside the lines; absent: nothing is */
async function verifyLines(
  all: AsyncIterable<string>,
  end: AuditEnd | undefined,
  noted?: string,
): Promise<AuditVerification> {
  const faults: string[] = [];
  const found = (fault: string): void => {
    if (faults.length < MOST_FAULTS) faults.push(fault);
  };
  let lines = 0;
  let digest = NO_LINE;
  let isNotedMet = noted === undefined;
  for await (const line of all) {
    const { n, previous } = linkOf(line);
    lines += 1;
    if (previous !== digest || n !== lines)
      found(`line ${lines} does not follow the one before it: something was changed, removed or put in between`);
    lines = Number.isSafeInteger(n) ? (n as number) : lines;
    digest = digestOfLine(line);
    isNotedMet ||= noted === `${lines}:${digest}`;
  }
  if (end === undefined && lines > 0)
    found('audit.head is missing: whether lines were cut off at the end cannot be told');
  if (end !== undefined && (end.lines !== lines || end.digest !== digest))
    found(`the log ends at line ${lines}, but its head says ${end.lines}: lines were cut off or changed at the end`);
  if (!isNotedMet) found(`no line has the number and the digest that were noted: ${noted!}`);
  return { lines, head: `${lines}:${digest}`, faults };
}

function linkOf(line: string): { n: unknown; previous: unknown } {
  try {
    const { n, previous } = JSON.parse(line) as { n?: unknown; previous?: unknown };
    return { n, previous };
  } catch {
    return { n: undefined, previous: undefined };
  }
}
