import { Button } from '../components/button.js';
import { useState } from 'preact/hooks';
import { call } from '../api/call.js';
import type { WebhookInfo } from '../api/types.js';
import { Empty, Pending } from '../components/states.js';
import { useLive } from '../state/live.js';
import { formatTime, formatWhole } from '../state/number-format.js';
import { useResource } from '../state/use-resource.js';
import { say, texts } from '../texts.js';
import { DeadLetters } from './dead-letters.js';

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
