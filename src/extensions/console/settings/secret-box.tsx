import { Button } from '../components/button.js';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { IssuedClient } from '../api/types.js';
import { texts } from '../texts.js';

/** The Id and secret of a client, shown once. */
export function SecretBox({ issued, onKept }: { readonly issued: IssuedClient; readonly onKept: () => void }) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current!.focus(), []);
  const { client, clientSecret } = issued;
  return (
    <section class="card secret-box" ref={box} tabIndex={-1} aria-label={client.name}>
      <h2>{client.name}</h2>
      <div class="stack tight">
        <p>{clientSecret === null ? texts.settings.client.noSecret : texts.settings.client.keepSecret}</p>
        <Copied label={texts.settings.client.id} text={client.clientId} />
        {clientSecret !== null && <Copied label={texts.settings.client.secret} text={clientSecret} />}
        <div>
          <Button label={texts.settings.client.kept} class="primary" onClick={onKept} />
        </div>
      </div>
    </section>
  );
}

function Copied({ label, text }: { readonly label: string; readonly text: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = (): void => void navigator.clipboard.writeText(text).then(() => setCopied(true));
  return (
    <div class="row secret-line">
      <span class="soft">{label}</span>
      <code>{text}</code>
      {/* Browsers allow this only for https and localhost. */}
      {isSecureContext && (
        <Button
          label={isCopied ? texts.settings.client.copied : texts.settings.client.copy}
          aria-label={`${texts.settings.client.copy}: ${label}`}
          onClick={copy}
        />
      )}
    </div>
  );
}
