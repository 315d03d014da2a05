import { parsers } from 'prettier/plugins/yaml';

/** A value in this project's YAML files. Scalars stay strings, because no test needs their types. */
export type Yaml = string | null | Yaml[] | { [key: string]: Yaml };

interface Node {
  readonly type: string;
  readonly value?: string;
  readonly anchor?: { readonly value: string } | null;
  readonly children?: readonly (Node | null)[];
}

/** Parses YAML with Prettier's parser, including anchors, aliases and merge keys. */
export function parseYaml(text: string): Yaml[] {
  const root = parsers.yaml.parse(text, { originalText: text } as never) as Node;
  return root.children!.map((document) => {
    const body = document!.children!.find((child) => child?.type === 'documentBody');
    return valueOf(body?.children?.[0], new Map());
  });
}

function valueOf(node: Node | null | undefined, anchors: Map<string, Yaml>): Yaml {
  if (node === null || node === undefined) return null;
  const value = plainValueOf(node, anchors);
  if (node.anchor) anchors.set(node.anchor.value, value);
  return value;
}

function plainValueOf({ type, value, children = [] }: Node, anchors: Map<string, Yaml>): Yaml {
  switch (type) {
    case 'mapping':
    case 'flowMapping':
      return mappingOf(children, anchors);
    case 'sequence':
    case 'flowSequence':
      return children.map((item) =>
        // `[a: b]` would be a mapping with one entry. No file of this project uses such syntax.
        valueOf(item?.children?.[0], anchors),
      );
    case 'alias':
      if (!anchors.has(value!)) throw new Error(`YAML: there is no anchor ${value}`);
      return anchors.get(value!)!;
    case 'plain':
    case 'quoteSingle':
    case 'quoteDouble':
    case 'blockLiteral':
    case 'blockFolded':
      return value!;
    case 'null':
      return null;
    default:
      throw new Error(`YAML: ${type} is not known here`);
  }
}

function mappingOf(items: readonly (Node | null)[], anchors: Map<string, Yaml>): Yaml {
  const mapping: { [key: string]: Yaml } = {};
  // Explicit keys override merged keys.
  const own = new Set<string>();
  for (const item of items) {
    const [key, value] = item!.children!;
    const name = valueOf(key?.children?.[0], anchors) as string;
    const content = valueOf(value?.children?.[0], anchors);
    if (name === '<<') Object.assign(mapping, { ...(content as object), ...mapping });
    else if (own.has(name)) throw new Error(`YAML: ${name} stands twice`);
    else mapping[name] = content;
    if (name !== '<<') own.add(name);
  }
  return mapping;
}
