import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';

/** Trace identifiers with the names of OpenTelemetry. */
export interface Trace {
  readonly trace_id: string;
  /** The caller's span. */
  readonly span_id: string;
}

const TRACEPARENT = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-[\da-f]{2}(-.*)?$/;

/** Parses `traceparent` (W3C Trace Context, level 1). Returns `undefined` if the header is absent or malformed. */
export function traceOf({ headers }: Pick<IncomingMessage, 'headers'>): Trace | undefined {
  const { traceparent } = headers;
  if (typeof traceparent !== 'string' || traceparent.length > 512) return undefined;
  const [, version, trace_id, span_id, more] = TRACEPARENT.exec(traceparent) ?? [];
  // Only versions later than 00 may append fields.
  if (trace_id === undefined || span_id === undefined || (version === '00' && more !== undefined)) return undefined;
  return { trace_id, span_id };
}

export function traced(logger: Logger, request: Pick<IncomingMessage, 'headers'>): Logger {
  const trace = traceOf(request);
  return trace === undefined ? logger : logger.child(trace);
}
