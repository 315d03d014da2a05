import { Argument, Command, Option } from 'commander';

export type Input<Value> = (Option | Argument) & { readonly value?: readonly [Value] };

export type Values<Inputs> = {
  readonly [Name in keyof Inputs]: Inputs[Name] extends { readonly value?: readonly [infer Value] } ? Value : never;
};

export const argument = (name: string, description: string): Input<string> => new Argument(name, description);

export const optionalArgument = (name: string, description: string): Input<string | undefined> =>
  new Argument(name, description);

export const argumentList = (name: string, description: string): Input<string[]> => new Argument(name, description);

export const flag = (flags: string, description: string): Input<boolean | undefined> => new Option(flags, description);

export const text = (flags: string, description: string): Input<string | undefined> => new Option(flags, description);

export const texts = (flags: string, description: string): Input<string[] | undefined> =>
  new Option(flags, description);

const requiredOptions = new WeakSet<Option>();

export const required = (flags: string, description: string): Input<string> => {
  const option = new Option(flags, description);
  requiredOptions.add(option);
  return option;
};

export const isRequired = (option: Option): boolean => requiredOptions.has(option);

export const parsed = <Value>(
  flags: string,
  description: string,
  parse: (text: string) => Value,
): Input<Value | undefined> => new Option(flags, description).argParser(parse);

export const parsedOr = <Value>(
  flags: string,
  description: string,
  parse: (text: string) => Value,
  otherwise: Value,
  otherwiseText?: string,
): Input<Value> => new Option(flags, description).argParser(parse).default(otherwise, otherwiseText);

interface CommandOptions<Inputs> {
  readonly name: string;
  readonly description: string;
  /** Arguments (in order) and options, keyed by their names in `run`. */
  readonly inputs: Inputs;
  /** Shown below the options. */
  readonly remarks?: string;
  /** Command lines without the program's name. */
  readonly examples: readonly string[];
  /** Receives the values, and the command line without the program's name. */
  readonly run: (values: Values<Inputs>, line: readonly string[]) => void | Promise<void>;
}

/** Reads an option from an environment variable if the command line does not contain it. */
export function orVariable<Value>(variable: string, input: Input<Value>): Input<Value> {
  if (input instanceof Option) input.env(variable);
  return input;
}

/** Declares an option that accepts one of several words. */
export const choice = <Value extends string>(
  flags: string,
  description: string,
  values: readonly Value[],
): Input<Value | undefined> => new Option(flags, description).choices(values);

/** Declares an option that may be given several times. @param parse returns the values in an argument */
export const repeated = (
  flags: string,
  description: string,
  parse: (text: string) => readonly string[],
  none = 'none',
): Input<string[]> =>
  new Option(flags, description)
    .argParser((text: string, previous: string[]) => [...previous, ...parse(text)])
    .default([], none);

/** Declares a command with its help and the types of its values. */
export function command<Inputs extends Readonly<Record<string, Input<unknown>>>>({
  name,
  description,
  inputs,
  remarks,
  examples,
  run,
}: CommandOptions<Inputs>): Command {
  const made = new Command(name).description(description);
  const names: string[] = [];
  for (const [key, input] of Object.entries(inputs)) {
    if (input instanceof Option) made.addOption(input);
    else {
      made.addArgument(input);
      names.push(key);
    }
  }
  made.action(() => {
    // Commander would report a missing option before an unknown option, which is often the same option misspelt.
    const missing = made.options.find(
      (option) => isRequired(option) && made.getOptionValue(option.attributeName()) === undefined,
    );
    if (missing) made.error(`error: required option '${missing.flags}' not specified`, { exitCode: 1 });
    const values = {
      ...made.opts(),
      ...Object.fromEntries(names.map((key, i) => [key, made.processedArgs[i] as unknown])),
    };
    // The type definitions of commander do not declare `rawArgs`.
    const { rawArgs = [] } = (made.parent ?? {}) as { rawArgs?: string[] };
    return run(values as Values<Inputs>, rawArgs);
  });
  if (remarks !== undefined) made.addHelpText('after', `\n${remarks}`);
  return made.addHelpText('after', `\nExamples:\n${examples.map((line) => `  $ likeness ${line}`).join('\n')}\n`);
}

export function commandGroup(name: string, description: string, commands: readonly Command[]): Command {
  const group = new Command(name).description(description);
  for (const each of commands) group.addCommand(each);
  return group;
}
