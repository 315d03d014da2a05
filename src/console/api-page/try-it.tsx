import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError, send } from '../api/call.js';
import { Field } from '../components/field.js';
import { ErrorBox, Loading } from '../components/states.js';
import { formatWhole } from '../state/number-format.js';
import { texts } from '../texts.js';
import { addressFor, curlFor, isTried, pretty, type ShownOperation } from './document.js';

/** Characters of an answer that are shown. */
const MOST_SHOWN = 200_000;

interface Answered {
  readonly status: number;
  readonly milliseconds: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly text: string;
  readonly isCut: boolean;
}

/** Fills one request in and sends it with the session of the browser. */
export function TryIt({ operation }: { readonly operation: ShownOperation }) {
  const { parameters, body, method } = operation;
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [text, setText] = useState(body === undefined ? '' : pretty(body.example ?? {}));
  const [answered, setAnswered] = useState<Answered | undefined>(undefined);
  const [error, setError] = useState<Error | undefined>(undefined);
  const [isSending, setSending] = useState(false);
  const aborting = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => aborting.current?.abort(), []);
  const isJson = body === undefined || body.type === 'application/json';
  const address = addressFor(operation, values);
  const typed = parameters.filter((one) => one.in === 'path' || one.in === 'query');
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    setError(undefined);
    setAnswered(undefined);
    const parsed = body === undefined ? { value: undefined } : parse(text);
    if (parsed === undefined) {
      setError(new Error(texts.apiPage.badJson));
      return;
    }
    aborting.current = new AbortController();
    const { signal } = aborting.current;
    setSending(true);
    try {
      const from = performance.now();
      const response = await send(method, address, { body: parsed.value, signal });
      const { shown, isCut } = await beginningOf(response);
      const headers = [...response.headers];
      setAnswered({ status: response.status, milliseconds: performance.now() - from, headers, text: shown, isCut });
    } catch (failed) {
      if (failed instanceof ApiError) setError(failed);
    }
    setSending(false);
  };
  return (
    <div class="stack">
      <h3>{texts.apiPage.tryIt}</h3>
      <p class="soft small">
        {!isTried(operation) ? texts.apiPage.notTried : isJson ? texts.apiPage.tryItHint : texts.apiPage.notJson}
      </p>
      <form class="stack" onSubmit={(event) => void submit(event)}>
        {typed.map(({ name, description, required, schema }) => (
          <Field key={name} label={`${name}${required === true ? ` (${texts.apiPage.required})` : ''}`}>
            <input
              value={values[name] ?? ''}
              required={required === true}
              title={description}
              placeholder={schema?.default === undefined ? '' : pretty(schema.default)}
              onInput={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
            />
          </Field>
        ))}
        {body !== undefined && (
          <Field label={`${texts.apiPage.body}, ${body.type}`}>
            <textarea
              class="mono"
              rows={Math.min(18, text.split('\n').length + 1)}
              spellcheck={false}
              value={text}
              onInput={(event) => setText(event.currentTarget.value)}
            />
          </Field>
        )}
        {isTried(operation) && isJson && (
          <div class="row">
            <button class="primary" type="submit" disabled={isSending}>
              {texts.apiPage.send}
            </button>
            {isSending && (
              <button type="button" onClick={() => aborting.current?.abort()}>
                {texts.apiPage.cancel}
              </button>
            )}
          </div>
        )}
      </form>
      {isSending && <Loading />}
      {error && <ErrorBox error={error} />}
      {answered && <Shown answered={answered} />}
      <div class="stack tight">
        <h3>{texts.apiPage.curl}</h3>
        <p class="soft small">{texts.apiPage.curlHint}</p>
        <pre class="code" tabIndex={0}>
          {curlFor(operation, address, text)}
        </pre>
      </div>
    </div>
  );
}

function Shown({ answered }: { readonly answered: Answered }) {
  const { status, milliseconds, headers, text, isCut } = answered;
  return (
    <section class="stack tight" aria-label={texts.apiPage.answer}>
      <p class="row" role="status">
        <span class={`badge ${status < 400 ? 'good' : 'bad'}`}>{status}</span>
        <span class="soft small">{texts.apiPage.took(formatWhole(milliseconds))}</span>
      </p>
      <pre class="code" tabIndex={0}>
        {text === '' ? texts.apiPage.empty : text}
      </pre>
      {isCut && <p class="soft small">{texts.apiPage.cut}</p>}
      <details>
        <summary>{texts.apiPage.headers}</summary>
        <dl class="values small">
          {headers.map(([name, value]) => (
            <>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </>
          ))}
        </dl>
      </details>
    </section>
  );
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** So much of an answer as is shown: one that goes on without end is left after it. */
async function beginningOf(response: Response): Promise<{ readonly shown: string; readonly isCut: boolean }> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  let isCut = false;
  for (;;) {
    const part = await reader?.read();
    if (part?.value === undefined) break;
    text += part.value;
    isCut = text.length > MOST_SHOWN;
    if (isCut) {
      await reader?.cancel();
      break;
    }
  }
  const whole = isCut ? undefined : parse(text);
  return { shown: whole === undefined ? text.slice(0, MOST_SHOWN) : pretty(whole.value), isCut };
}
