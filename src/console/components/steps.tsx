import { addressOf } from '../state/router.js';
import { texts } from '../texts.js';

const STEPS = ['file', 'trial', 'import', 'compare', 'review', 'decided'] as const;
export type Step = (typeof STEPS)[number];

interface StepsProps {
  readonly now: Step;
  /** Addresses of the steps that can be gone to. */
  readonly to: Readonly<Partial<Record<Step, string>>>;
}

/** The way from a file to what was decided, and where on it one is. */
export function Steps({ now, to }: StepsProps) {
  return (
    <nav class="steps" aria-label={texts.steps.title}>
      <ol>
        {STEPS.map((step) => {
          const address = step === now ? undefined : to[step];
          return (
            <li key={step} aria-current={step === now ? 'step' : undefined}>
              {address === undefined ? texts.steps[step] : <a href={address}>{texts.steps[step]}</a>}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

/** Where comparing, reviewing and looking back go on for an object. */
export function stepsAfter(object: string): Readonly<Partial<Record<Step, string>>> {
  return {
    compare: addressOf(['review'], { object, kind: 'groups' }),
    review: addressOf(['review'], { object, kind: 'groups' }),
    decided: addressOf(['review'], { object, tab: 'decided' }),
  };
}
