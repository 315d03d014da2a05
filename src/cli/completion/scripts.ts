import type { Command } from 'commander';

interface CommandWords {
  /** The command without the program's name: `[]`, `['client', 'add']`. */
  readonly path: readonly string[];
  readonly commands: readonly { readonly name: string; readonly description: string }[];
  readonly options: readonly { readonly name: string; readonly description: string }[];
}

export function commandWords(command: Command, path: readonly string[] = []): CommandWords[] {
  const { commands, options } = command;
  const own: CommandWords = {
    path,
    commands: commands.map((each) => ({ name: each.name(), description: each.description() })),
    options: [
      ...options.flatMap(({ long, description }) => (typeof long === 'string' ? [{ name: long, description }] : [])),
      { name: '--help', description: 'display help for command' },
    ],
  };
  return [own, ...commands.flatMap((each) => commandWords(each, [...path, each.name()]))];
}

/** Completion scripts by shell. */
export const completionScripts = { bash, zsh, fish } as const;

export type Shell = keyof typeof completionScripts;

function bash(program: readonly CommandWords[]): string {
  const known = program.flatMap(({ path }) => (path.length === 0 ? [] : [quoted(path.join(' '))]));
  const words = program.map(({ path, commands, options }) => {
    const all = [...commands, ...options].map(({ name }) => name).join(' ');
    return `    ${quoted(path.join(' '))}) words=${quoted(all)} ;;`;
  });
  return `# likeness: completion for bash. Read it in ~/.bashrc: source <(likeness completion bash)
_likeness() {
  local path='' word words=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${path:+$path }$word" in
    ${known.join('|')}) path="\${path:+$path }$word" ;;
    esac
  done
  case "$path" in
${words.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _likeness likeness
`;
}

function zsh(program: readonly CommandWords[]): string {
  return `# likeness: completion for zsh. Read it in ~/.zshrc: source <(likeness completion zsh)
autoload -U +X compinit && compinit
autoload -U +X bashcompinit && bashcompinit
${bash(program).split('\n').slice(1).join('\n')}`;
}

function fish(program: readonly CommandWords[]): string {
  const lines = program.flatMap(({ path, commands, options }) => {
    const seen = path.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ');
    const none = commands.map(({ name }) => name).join(' ');
    const at = path.length === 0 ? '__fish_use_subcommand' : seen;
    const before = path.length === 0 || none === '' ? at : `${at}; and not __fish_seen_subcommand_from ${none}`;
    return [
      ...commands.map(
        ({ name, description }) => `complete -c likeness -f -n ${quoted(before)} -a ${name} -d ${quoted(description)}`,
      ),
      ...options.map(
        ({ name, description }) =>
          `complete -c likeness -n ${quoted(at)} -l ${name.slice(2)} -d ${quoted(description)}`,
      ),
    ];
  });
  return `# likeness: completion for fish. Save it: likeness completion fish > ~/.config/fish/completions/likeness.fish\n${lines.join('\n')}\n`;
}

/** Puts a string in single quotes, which are valid in all three shells. */
function quoted(text: string): string {
  return `'${text.replaceAll('\\', '').replaceAll("'", '’')}'`;
}
