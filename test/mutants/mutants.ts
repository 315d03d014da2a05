import ts from 'typescript';

/** A source with one change: `by` replaces the text between two positions. */
export interface Mutant {
  readonly from: number;
  readonly to: number;
  readonly by: string;
  /** `12: a < b becomes a <= b`. */
  readonly told: string;
}

const INSTEAD: Readonly<Partial<Record<ts.SyntaxKind, string>>> = {
  [ts.SyntaxKind.LessThanToken]: '<=',
  [ts.SyntaxKind.LessThanEqualsToken]: '<',
  [ts.SyntaxKind.GreaterThanToken]: '>=',
  [ts.SyntaxKind.GreaterThanEqualsToken]: '>',
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: '!==',
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: '===',
  [ts.SyntaxKind.AmpersandAmpersandToken]: '||',
  [ts.SyntaxKind.BarBarToken]: '&&',
  [ts.SyntaxKind.PlusToken]: '-',
  [ts.SyntaxKind.MinusToken]: '+',
  [ts.SyntaxKind.AsteriskToken]: '/',
  [ts.SyntaxKind.SlashToken]: '*',
};
/** Maximum characters shown of the changed code. */
const SHOWN = 60;

/** Changes equality in comparisons, negates conditions, omits branches and calls, increases numbers by one. */
export function mutantsOf(source: string): Mutant[] {
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true);
  const found: Mutant[] = [];
  const add = (node: ts.Node, by: string, around: ts.Node = node): void => {
    const [from, to] = [node.getStart(file), node.getEnd()];
    const shown = (text: string) => text.replace(/\s+/g, ' ').slice(0, SHOWN);
    const before = around.getStart(file);
    const changed = source.slice(before, from) + by + source.slice(to, around.getEnd());
    const line = file.getLineAndCharacterOfPosition(from).line + 1;
    found.push({
      from,
      to,
      by,
      told: `${line}: ${shown(around.getText(file))} becomes ${shown(changed) || 'nothing'}`,
    });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
    if (ts.isBinaryExpression(node)) {
      const by = INSTEAD[node.operatorToken.kind];
      if (by !== undefined) add(node.operatorToken, by, node);
    } else if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
      add(node, node.operand.getText(file));
    else if (ts.isNumericLiteral(node)) add(node, `(${node.getText(file)} + 1)`);
    else if (node.kind === ts.SyntaxKind.TrueKeyword) add(node, 'false');
    else if (node.kind === ts.SyntaxKind.FalseKeyword) add(node, 'true');
    else if (ts.isIfStatement(node)) add(node.expression, 'false');
    else if (ts.isExpressionStatement(node) && isCall(node.expression)) add(node, ';');
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

const isCall = (node: ts.Expression): boolean =>
  ts.isCallExpression(node) && node.expression.kind !== ts.SyntaxKind.SuperKeyword;
