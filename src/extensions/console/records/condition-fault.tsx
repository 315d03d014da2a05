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
      /^Found (?:the end|a string|"[^"]*"), expected an operator \([^)]*\) after "([^"]*)"$/,
      ([name = ''], label) => say(said.operator, label(name)),
    ],
    [/^Found .*, expected a value$/, () => said.value],
    [/^Found .*, expected a field name/, () => said.field],
    [/^Found (.*), expected AND, OR or the end of/, () => said.joiner],
    [/^Found .*, expected ([(),]|IN)$/, ([symbol = '']) => say(said.missing, symbol)],
    [/^A text is not closed/, () => said.open],
    [/^Strings are written in single quotes/, () => said.quotes],
    [/^"([^"]*)" is not a value; strings are/, ([text = '']) => say(said.unquoted, text)],
    [
      /^No such column '([^']*)' on entity '[^']*'\. Did you mean '([^']*)'\?$/,
      ([a = '', b = '']) => say(said.meant, a, b),
    ],
    [/^No such column '([^']*)'/, ([name = '']) => say(said.unknown, name)],
    [/^(\w+) is of type \w+: expected (?:a date|a datetime) /, ([name = ''], label) => say(said.date, label(name))],
    [/^(\w+) is of type \w+: expected a number/, ([name = ''], label) => say(said.number, label(name))],
    [/^(\w+) is of type \w+: expected TRUE/, ([name = ''], label) => say(said.boolean, label(name))],
    [/^(\w+) is of type \w+: expected a string/, ([name = ''], label) => say(said.text, label(name))],
    [/^(\w+) is a boolean: use/, ([name = ''], label) => say(said.boolean, label(name))],
    [/^LIKE compares only strings; (\w+) is/, ([name = ''], label) => say(said.like, label(name))],
    [/^LIKE expects a string/, () => said.pattern],
    [/^(\w+): '[^']*' is not an Id/, ([name = ''], label) => say(said.id, label(name))],
    [/^"([^"]*)" is not a number, a date/, ([text = '']) => say(said.noValue, text)],
    [/^AND and OR cannot be mixed/, () => said.mixed],
    [/^NOT LIKE is not supported/, () => said.notLike],
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
