import { useState } from 'preact/hooks';
import { Button } from '../components/button.js';
import { call } from '../api/call.js';
import type { WebhookInfo } from '../api/types.js';
import { Empty, Pending, ErrorBox, Loading } from '../components/states.js';
import { useLive } from '../state/live.js';
import { formatTime, formatWhole } from '../state/number-format.js';
import { useResource } from '../state/use-resource.js';
import { say, texts } from '../texts.js';
import { useAct } from '../state/use-act.js';
import { Table } from '../components/table.js';
import { ConfirmButton } from '../components/confirm.js';

const TONE: Readonly<Record<WebhookInfo['status'], string>> = {
  sending: 'good',
  failing: 'warn',
  full: 'bad',
  disabled: '',
  fault: 'bad',
};

export function Webhooks() {
  const { round } = useLive();
  const found = useResource(`${round}`, (signal) => call('webhooks', { signal }), {
    keep: true,
  });
  return (
    <>
      <Pending of={found} />
      {found.value?.length === 0 && <Empty title={texts.settings.webhook.none} />}
      {found.value?.map((webhook) => (
        <Webhook key={webhook.id} webhook={webhook} onChanged={found.reload} />
      ))}
    </>
  );
}

function Webhook({ webhook, onChanged }: { readonly webhook: WebhookInfo; readonly onChanged: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const { id, status, lastDelivery, lastFailure, dead } = webhook;
  const rows: [label: string, text: string][] = [
    [texts.settings.webhook.events, webhook.events.map((name) => texts.settings.webhook.eventNames[name]).join(', ')],
    [texts.settings.part.places.objectTypes, webhook.objects?.join(', ') ?? texts.review.anyObject],
    [texts.settings.webhook.sent, formatWhole(webhook.delivered)],
    [texts.settings.webhook.failed, formatWhole(webhook.failed)],
    [texts.settings.webhook.waiting, formatWhole(webhook.waiting)],
    [texts.settings.webhook.behind, formatWhole(webhook.behind)],
    [texts.settings.webhook.lastDelivery, lastDelivery === null ? texts.settings.none : formatTime(lastDelivery)],
    [
      texts.settings.webhook.lastFailure,
      lastFailure === null
        ? texts.settings.none
        : say(texts.settings.webhook.reason, lastFailure.reason, formatTime(lastFailure.time)),
    ],
  ];
  return (
    <section class="card stack" aria-label={id}>
      <div class="row">
        <h3>{id}</h3>
        <span class={`badge ${TONE[status]}`}>{texts.settings.webhook.status[status]}</span>
      </div>
      <p class="mono small wrap">{webhook.url}</p>
      <dl class="facts">
        {rows.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <div class="row">
        <span class={`badge ${dead > 0 ? 'bad' : ''}`}>
          {texts.settings.webhook.dead}: {formatWhole(dead)}
        </span>
        {(dead > 0 || isOpen) && (
          <Button
            label={isOpen ? texts.settings.webhook.hide : texts.settings.webhook.show}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          />
        )}
      </div>
      {isOpen && <DeadLetters webhookId={id} dead={dead} onChanged={onChanged} />}
    </section>
  );
}

interface LettersProps {
  readonly webhookId: string;
  readonly dead: number;
  readonly onChanged: () => void;
}

/** Undelivered events of a webhook. All or selected events can be sent again or discarded. */
function DeadLetters({ webhookId, dead, onChanged }: LettersProps) {
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
