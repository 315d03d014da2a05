import { useEffect, useRef, useState } from 'preact/hooks';
import { texts } from '../texts.js';
import { ErrorBox } from './states.js';

interface ChartProps {
  /** Data of the chart. When the data changes, the chart is redrawn. */
  readonly of: readonly unknown[];
  /** Loads the drawing code on first use. @returns an `svg` element */
  readonly draw: () => Promise<object>;
}

/** A chart whose drawing code is loaded when the chart is shown. The old chart stays visible until then. */
export function Chart({ of, draw }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const [error, setError] = useState<Error | undefined>(undefined);
  useEffect(() => {
    let isOver = false;
    draw().then(
      (chart) => {
        if (isOver) return;
        setError(undefined);
        place.current?.replaceChildren(chart as SVGElement);
      },
      () => {
        if (!isOver) setError(new Error(texts.error.part));
      },
    );
    return () => {
      isOver = true;
    };
  }, of);
  return (
    <div>
      {error && <ErrorBox error={error} />}
      <div class="chart-place" ref={place} />
    </div>
  );
}
