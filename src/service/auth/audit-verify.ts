import type { HomeDocuments } from '../../store/home/home.js';
import { digestOfLine, NO_LINE, type AuditEnd } from './audit-chain.js';
import { AuditPlace } from './audit-place.js';
import { parsedJson } from '../../runtime/syntax/parsed-json.js';

export interface AuditVerification {
  readonly lines: number;
  /** Number and digest of the last line. An auditor who writes them down can later prove that no line has changed. */
  readonly head: string;
  readonly faults: readonly string[];
}

const MOST_FAULTS = 20;

/**
 * Verifies the chain of the audit log. Detects changed, removed and inserted lines. If an attacker has rewritten all
 * later lines and the head, only a head that was written down elsewhere can prove this.
 * @param noted `<lines>:<digest>` from an earlier verification
 */
export function verifyAudit(home: HomeDocuments, noted?: string): Promise<AuditVerification> {
  return new AuditPlace(home).whole((lines, end) => verifyLines(lines, end, noted));
}

/** @param end the recorded end, or `undefined` if it was not recorded */
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
    const { n, previous } = (parsedJson(line) ?? {}) as { n?: unknown; previous?: unknown };
    lines += 1;
    if (previous !== digest || n !== lines)
      found(`line ${lines} does not follow the previous line: lines were changed, removed or inserted`);
    lines = Number.isSafeInteger(n) ? (n as number) : lines;
    digest = digestOfLine(line);
    isNotedMet ||= noted === `${lines}:${digest}`;
  }
  if (end === undefined && lines > 0)
    found('audit.head is missing, so it is unknown whether lines at the end were removed');
  if (end !== undefined && (end.lines !== lines || end.digest !== digest))
    found(`the log ends at line ${lines}, but audit.head has ${end.lines}: lines at the end were removed or changed`);
  if (!isNotedMet) found(`no line has the given number and digest: ${noted!}`);
  return { lines, head: `${lines}:${digest}`, faults };
}
