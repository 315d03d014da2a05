import { ErrorBox } from '../components/states.js';
import type { FieldInfo } from '../api/types.js';
import { say, texts } from '../texts.js';

interface FaultProps {
  readonly error: Error;
  readonly condition: string;
  readonly fields: readonly FieldInfo[];
}

/** A rejected condition in plain words, with a mark at the error. */
export function ConditionFault({ error, condition, fields }: FaultProps) {
  const [whole = '', place] = / \(at character (\d{1,6})\)$/.exec(error.message) ?? [];
  const message = error.message.slice(0, error.message.length - whole.length);
  return (
    <div class="stack">
      <ErrorBox error={new Error(inPlainWords(message, fields))} />
      {place !== undefined && (
        <pre class="caret mono card" tabIndex={0}>
          {condition}
          {'\n'}
          {`${' '.repeat(Math.max(0, Number(place) - 1))}↑`}
        </pre>
      )}
    </div>
  );
}

/** Builds a sentence from the parts of a service message. */
type Told = (found: readonly string[], label: (name: string) => string) => string;

function tellings(): readonly (readonly [RegExp, Told])[] {
  const { conditionFaults: said } = texts.records;
  return [
    [
      /^Found (?:the end|a text|"[^"]*"), expected an operator \([^)]*\) after "([^"]*)"$/,
      ([name = ''], label) => say(said.operator, label(name)),
    ],
    [/^Found .*, expected a value$/, () => said.value],
    [/^Found .*, expected a field name/, () => said.field],
    [/^Found (.*), expected AND, OR or the end$/, () => said.joiner],
    [/^Found .*, expected ([(),]|IN)$/, ([symbol = '']) => say(said.missing, symbol)],
    [/^A text is not closed/, () => said.open],
    [/^Texts stand between single quotes/, () => said.quotes],
    [/^"([^"]*)" is no value; texts stand/, ([text = '']) => say(said.unquoted, text)],
    [
      /^No such column '([^']*)' on entity '[^']*'\. Did you mean '([^']*)'\?$/,
      ([a = '', b = '']) => say(said.meant, a, b),
    ],
    [/^No such column '([^']*)'/, ([name = '']) => say(said.unknown, name)],
    [/^(\w+) is of type \w+: expected (?:a date|a datetime) /, ([name = ''], label) => say(said.date, label(name))],
    [/^(\w+) is of type \w+: expected a number/, ([name = ''], label) => say(said.number, label(name))],
    [/^(\w+) is of type \w+: expected TRUE/, ([name = ''], label) => say(said.boolean, label(name))],
    [/^(\w+) is of type \w+: expected a text/, ([name = ''], label) => say(said.text, label(name))],
    [/^(\w+) is true or false: only/, ([name = ''], label) => say(said.boolean, label(name))],
    [/^LIKE applies to texts; (\w+) is/, ([name = ''], label) => say(said.like, label(name))],
    [/^LIKE needs a text/, () => said.pattern],
    [/^(\w+): '[^']*' is no Id/, ([name = ''], label) => say(said.id, label(name))],
    [/^"([^"]*)" is no number, date/, ([text = '']) => say(said.noValue, text)],
    [/^AND and OR stand side by side/, () => said.mixed],
    [/^There is no NOT LIKE/, () => said.notLike],
    [/^Unexpected character "(.*)": expected/, ([character = '']) => say(said.character, character)],
  ];
}

/** @param message from the service, without the position */
function inPlainWords(message: string, fields: readonly FieldInfo[]): string {
  const label = (name: string): string => fields.find((field) => field.name === name)?.label ?? name;
  for (const [pattern, told] of tellings()) {
    const found = pattern.exec(message);
    if (found !== null) return told(found.slice(1), label);
  }
  return message;
}
