import { Argument, Command, Option } from 'commander';

/** An option or argument with the type of its value. */
export type Input<Value> = (Option | Argument) & { readonly value?: readonly [Value] };

/** The values that a command runs with. */
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

export interface CommandText<Inputs> {
  readonly description: string;
  /** Arguments in their order, and options; by the names under which `run` gets their values. */
  readonly inputs: Inputs;
  /** Shown below the options. */
  readonly remarks?: string;
  /** Command lines without the program's name. */
  readonly examples: readonly string[];
}

/** A command, declared once: its help and the types of the values that it runs with. */
export function command<Inputs extends Readonly<Record<string, Input<unknown>>>>(
  name: string,
  { description, inputs, remarks, examples }: CommandText<Inputs>,
  run: (values: Values<Inputs>) => void | Promise<void>,
): Command {
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
    // Here and not by commander, which would name a missing option before an unknown one: that is often its
    // misspelling.
    const missing = made.options.find(
      (option) => isRequired(option) && made.getOptionValue(option.attributeName()) === undefined,
    );
    if (missing) made.error(`error: required option '${missing.flags}' not specified`, { exitCode: 1 });
    const values = {
      ...made.opts(),
      ...Object.fromEntries(names.map((key, i) => [key, made.processedArgs[i] as unknown])),
    };
    return run(values as Values<Inputs>);
  });
  if (remarks !== undefined) made.addHelpText('after', `\n${remarks}`);
  return made.addHelpText('after', `\nExamples:\n${examples.map((line) => `  $ likeness ${line}`).join('\n')}\n`);
}

/** Commands under a common name. */
export function commandGroup(name: string, description: string, commands: readonly Command[]): Command {
  const group = new Command(name).description(description);
  for (const each of commands) group.addCommand(each);
  return group;
}
