import { Button } from '../components/button.js';
import { useEffect, useState } from 'preact/hooks';
import { call, isLoginAsked } from '../api/call.js';
import type { LoginProvider } from '../api/types.js';
import { Dialog } from '../components/dialog.js';
import { Field, typedIn } from '../components/field.js';
import { LanguageChoice } from '../components/language-choice.js';
import { ErrorBox } from '../components/states.js';
import { logIn, loginError, lookForSession } from '../state/login.js';
import { say, texts } from '../texts.js';

export function Login() {
  return (
    <main class="login card stack">
      <h1>{texts.name}</h1>
      <p>{texts.login.about}</p>
      <LoginForm />
      <details class="small">
        <summary>{texts.login.whom}</summary>
        <p>{texts.login.ask}</p>
        <p class="soft">{texts.login.operators}</p>
      </details>
      <LanguageChoice />
    </main>
  );
}

export function LoginAgain() {
  useEffect(() => {
    const look = (): void => void lookForSession();
    addEventListener('focus', look);
    return () => removeEventListener('focus', look);
  }, []);
  return (
    <Dialog
      label={texts.login.title}
      onClose={() => {
        isLoginAsked.value = false;
      }}
    >
      <div class="stack">
        {/* Focus the heading, so that shortcut keys are not typed into the form. */}
        <h2 tabIndex={-1} autofocus>
          {texts.login.title}
        </h2>
        <p>{texts.login.again}</p>
        <LoginForm />
      </div>
    </Dialog>
  );
}

function LoginForm() {
  const [isBusy, setBusy] = useState(false);
  const [providers, setProviders] = useState<readonly LoginProvider[]>([]);
  useEffect(() => {
    // If the request fails, people can log in only as clients.
    call('loginProviders').then(setProviders, () => undefined);
  }, []);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    await logIn({ clientId: typedIn(event, 'clientId'), clientSecret: typedIn(event, 'clientSecret') });
    setBusy(false);
  };
  return (
    <form class="stack" onSubmit={(event) => void submit(event)}>
      <p class="soft">{texts.login.hint}</p>
      {loginError.value && <ErrorBox error={loginError.value} />}
      <Field label={texts.login.clientId}>
        <input name="clientId" required autocomplete="username" spellcheck={false} />
      </Field>
      <Field label={texts.login.clientSecret}>
        <input name="clientSecret" type="password" required autocomplete="current-password" />
      </Field>
      <div class="row">
        <Button label={isBusy ? texts.login.busy : texts.login.title} class="primary" type="submit" disabled={isBusy} />
        {providers.map(({ label, address }) => (
          <a class="button" key={address} href={address}>
            {say(texts.login.elsewhere, label)}
          </a>
        ))}
      </div>
    </form>
  );
}
