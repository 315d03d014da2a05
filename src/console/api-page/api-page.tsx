import { useEffect, useState } from 'preact/hooks';
import { Field } from '../components/field.js';
import { Empty, ErrorBox, Loading } from '../components/states.js';
import { useKeys } from '../state/keys.js';
import { addressOf } from '../state/router.js';
import { useResource } from '../state/use-resource.js';
import { texts } from '../texts.js';
import { operations, pretty, type ShownOperation } from './document.js';
import { TryIt } from './try-it.js';

/** The reference of the API, with what tries it out. @param id of the operation that is shown; absent: the first */
export function ApiPage({ id: asked }: { readonly id: string | undefined }) {
  const { value, error, isLoading, reload } = useResource('document', operations);
  const [filter, setFilter] = useState('');
  const id = asked ?? value?.[0]?.id;
  const chosen = value?.find((operation) => operation.id === id);
  useEffect(() => {
    document.title = `${chosen?.summary ?? texts.apiPage.title} – ${texts.name}`;
  }, [chosen]);
  const move = (by: number): void => {
    const links = [...document.querySelectorAll<HTMLAnchorElement>('.operations a')];
    const at = links.findIndex((link) => link === document.activeElement || link.ariaCurrent === 'page');
    links[Math.min(links.length - 1, Math.max(0, at + by))]?.focus();
  };
  useKeys({ j: () => move(1), k: () => move(-1) });
  const words = filter.toLowerCase().split(/\s/).filter(Boolean);
  const shown = (value ?? []).filter(({ id, method, path, summary, tag }) => {
    const text = `${id} ${method} ${path} ${summary} ${tag}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return (
    <>
      <div class="page-head">
        <div>
          <h1>{texts.apiPage.title}</h1>
          <p class="soft">{texts.apiPage.hint}</p>
        </div>
        <a href="/openapi.json">{texts.apiPage.document}</a>
      </div>
      {error && <ErrorBox error={error} retry={reload} />}
      {value === undefined && isLoading && <Loading />}
      {value && (
        <div class="api">
          <nav class="card operations" aria-label={texts.apiPage.title}>
            <Field label={texts.apiPage.filter}>
              <input type="search" value={filter} onInput={(event) => setFilter(event.currentTarget.value)} />
            </Field>
            {shown.length === 0 && <p class="soft">{texts.apiPage.none}</p>}
            {[...new Set(shown.map(({ tag }) => tag))].map((tag) => (
              <div key={tag}>
                <h2 class="small soft">{tag}</h2>
                <ul>
                  {shown
                    .filter((operation) => operation.tag === tag)
                    .map((operation) => (
                      <Line key={operation.id} operation={operation} isChosen={operation.id === id} />
                    ))}
                </ul>
              </div>
            ))}
          </nav>
          {chosen === undefined ? (
            <Empty title={texts.apiPage.notFound} />
          ) : (
            <Details key={chosen.id} operation={chosen} />
          )}
        </div>
      )}
    </>
  );
}

function Line({ operation, isChosen }: { readonly operation: ShownOperation; readonly isChosen: boolean }) {
  const { id, method, summary } = operation;
  return (
    <li>
      <a href={addressOf(['api', id])} aria-current={isChosen ? 'page' : undefined}>
        <span class={`verb ${method.toLowerCase()}`}>{method}</span> {summary}
      </a>
    </li>
  );
}

function Details({ operation }: { readonly operation: ShownOperation }) {
  const { method, path, summary, description, parameters, body, answers } = operation;
  return (
    <div class="api-details">
      <section class="card stack">
        <div>
          <h2>{summary}</h2>
          <p class="mono wrap">
            <span class={`verb ${method.toLowerCase()}`}>{method}</span> {path}
          </p>
        </div>
        {description !== '' && description.replace(/\.$/, '') !== summary && <p class="lines">{description}</p>}
        {parameters.length > 0 && (
          <div>
            <h3>{texts.apiPage.parameters}</h3>
            <dl class="values">
              {parameters.map((one) => (
                <>
                  <dt>
                    <code>{one.name}</code>{' '}
                    {one.required === true && <span class="small">{texts.apiPage.required}</span>}
                  </dt>
                  <dd>{one.description}</dd>
                </>
              ))}
            </dl>
          </div>
        )}
        {body?.schema !== undefined && (
          <Folded title={`${texts.apiPage.body}: ${texts.apiPage.schema}`} value={body.schema} />
        )}
        <div class="stack tight">
          <h3>{texts.apiPage.answers}</h3>
          {answers.map(({ status, description: what, example, schema }) => (
            <div key={status}>
              <p>
                <span class={`badge ${Number(status) < 400 ? 'good' : 'bad'}`}>{status}</span> {what}
              </p>
              {example !== undefined && <Folded title={texts.apiPage.example} value={example} />}
              {schema !== undefined && Number(status) < 400 && <Folded title={texts.apiPage.schema} value={schema} />}
            </div>
          ))}
        </div>
      </section>
      <section class="card">
        <TryIt operation={operation} />
      </section>
    </div>
  );
}

function Folded({ title, value }: { readonly title: string; readonly value: unknown }) {
  return (
    <details>
      <summary>{title}</summary>
      <pre class="code" tabIndex={0}>
        {pretty(value)}
      </pre>
    </details>
  );
}
