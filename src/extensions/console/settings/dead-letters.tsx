import { useAct } from '../state/use-act.js';
import { Table } from '../components/table.js';
import { Button } from '../components/button.js';
import { useState } from 'preact/hooks';
import { call } from '../api/call.js';
import { ErrorBox, Loading } from '../components/states.js';
import { formatTime, formatWhole } from '../state/number-format.js';
import { useResource } from '../state/use-resource.js';
import { say, texts } from '../texts.js';
import { ConfirmButton } from '../components/confirm.js';

interface LettersProps {
  readonly webhookId: string;
  readonly dead: number;
  readonly onChanged: () => void;
}

/** Undelivered events of a webhook. All or selected events can be sent again or discarded. */
export function DeadLetters({ webhookId, dead, onChanged }: LettersProps) {
  const letters = useResource(
    `${webhookId} ${dead}`,
    (signal) => call('deadLetters', { params: { webhookId }, signal }),
    { keep: true },
  );
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [said, setSaid] = useState('');
  const { error, act: actOnce } = useAct();
  const events = letters.value?.map(({ event }) => event) ?? [];
  const meant = events.filter((event) => chosen.has(event));
  const act = async (action: 'replay' | 'discard'): Promise<void> => {
    const { letters: count } = await call('reviveDeadLetters', {
      params: { webhookId },
      body: { action, events: meant },
    });
    setSaid(say(texts.settings.webhook[action === 'replay' ? 'replayed' : 'discarded'], formatWhole(count)));
    setChosen(new Set());
    onChanged();
    letters.reload();
  };
  const count = formatWhole(meant.length);
  const choose = (event: string, isOn: boolean): void =>
    setChosen(new Set(events.filter((one) => (one === event ? isOn : chosen.has(one)))));
  return (
    <div class="stack tight">
      <h3>{texts.settings.webhook.letters}</h3>
      <p class="soft small">{texts.settings.webhook.lettersHelp}</p>
      {letters.error && <ErrorBox error={letters.error} retry={letters.reload} />}
      {error && <ErrorBox error={error} />}
      {said !== '' && (
        <p class="notice" role="status">
          {said}
        </p>
      )}
      {letters.value === undefined && letters.isLoading && <Loading />}
      {letters.value && events.length === 0 && <p class="soft">{texts.settings.webhook.noLetters}</p>}
      {letters.value && events.length > 0 && (
        <>
          <div class="row">
            <Button
              label={say(texts.settings.webhook.replay, count)}
              class="primary"
              disabled={meant.length === 0}
              onClick={() => void actOnce(() => act('replay'))}
            />
            <ConfirmButton
              label={say(texts.settings.webhook.discard, count)}
              disabled={meant.length === 0}
              title={say(texts.settings.webhook.discardTitle, count)}
              onConfirm={() => act('discard')}
            >
              <p>{texts.settings.webhook.discardSays}</p>
            </ConfirmButton>
          </div>
          <Table
            name={texts.settings.section.webhooks}
            class="settings-table"
            labels={[
              <input
                type="checkbox"
                aria-label={texts.settings.webhook.chooseAll}
                checked={meant.length === events.length}
                onChange={(e) => setChosen(new Set(e.currentTarget.checked ? events : []))}
              />,
              texts.settings.webhook.event,
              texts.settings.webhook.why,
              texts.settings.webhook.when,
            ]}
            numbers={[texts.settings.webhook.attempts]}
          >
            {letters.value.map(({ event, reason, attempts, time }) => (
              <tr key={event}>
                <td>
                  <input
                    type="checkbox"
                    aria-label={say(texts.settings.webhook.choose, event)}
                    checked={chosen.has(event)}
                    onChange={(e) => choose(event, e.currentTarget.checked)}
                  />
                </td>
                <td class="mono">{event}</td>
                <td>{reason}</td>
                <td class="short">{formatTime(time)}</td>
                <td class="number">{formatWhole(attempts)}</td>
              </tr>
            ))}
          </Table>
        </>
      )}
    </div>
  );
}
