import { texts } from '../texts.js';
import { Button } from './button.js';

interface ConflictProps {
  readonly isBusy?: boolean;
  readonly onTheirs: () => void;
  readonly onMine: () => void;
}

/** Lets a user choose whose edit to keep, after another user has saved. */
export function Conflict({ isBusy = false, onTheirs, onMine }: ConflictProps) {
  return (
    <div class="error" role="alert">
      <span>{texts.settings.part.conflict}</span>
      <span class="row">
        <Button label={texts.settings.part.theirs} disabled={isBusy} onClick={onTheirs} />
        <Button label={texts.settings.part.mine} disabled={isBusy} onClick={onMine} />
      </span>
    </div>
  );
}
