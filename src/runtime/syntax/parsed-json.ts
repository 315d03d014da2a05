/** Parses JSON. Returns `undefined` for invalid JSON and for a missing text. */
export function parsedJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
