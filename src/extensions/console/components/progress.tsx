interface ProgressProps {
  readonly of: { readonly done: number; readonly total: number } | null;
  readonly isRunning: boolean;
  readonly label: string;
}

/** A progress bar, which is animated until the first count arrives. */
export function Progress({ of, isRunning, label }: ProgressProps) {
  if (of === null && !isRunning) return null;
  return <progress {...(of && { max: Math.max(1, of.total), value: of.done })} aria-label={label} />;
}
