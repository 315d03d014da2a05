import { parseNumber, ZERO, type Decimal } from './decimal.js';
import { FormulaSyntaxError } from './errors.js';
import type { Expression } from './scope.js';
import { functions, refused } from './functions/register.js';
import { nearestName } from '../nearest-name.js';
import { parse, type CallNode, type SyntaxNode, type BinaryOperator, type UnaryOperator } from './parser.js';
import { type ExpressionType, type FormulaValue, commonType, describeType } from './value.js';
import type { Compiled } from './functions/formula-function.js';
import { addition, arithmetic, concatenation, subtraction } from './operators/arithmetic.js';
import { comparison, equality } from './operators/comparison.js';
import { type Operands, wrongOperands } from './operators/operands.js';

export type BlankNumbers = 'zero' | 'blank';

export interface FieldBinding {
  /** The path in declared spelling. */
  readonly path: readonly string[];
  readonly type: ExpressionType;
}

export interface CompiledExpression extends Expression {
  /** Fields that the expression reads, each once. `Scope.read` takes an index into this list. */
  readonly references: readonly FieldBinding[];
}

/**
 * @param bind resolves a path, or returns `undefined`
 * @param suggest returns the valid path nearest to a wrong one
 * @throws FormulaSyntaxError with the reason and the position
 */
export function compileExpression(
  source: string,
  blankAs: BlankNumbers,
  bind: (path: readonly string[]) => FieldBinding | undefined,
  suggest?: (path: readonly string[]) => string | undefined,
): CompiledExpression {
  const compiler = new Compiler(blankAs, bind, suggest);
  const expression = compiler.compile(parse(source));
  return { ...expression, references: compiler.references };
}

class Compiler {
  readonly references: FieldBinding[] = [];
  private readonly byPath = new Map<string, number>();

  constructor(
    private readonly blankAs: BlankNumbers,
    private readonly bind: (path: readonly string[]) => FieldBinding | undefined,
    private readonly suggest?: (path: readonly string[]) => string | undefined,
  ) {}

  compile(node: SyntaxNode): Expression {
    const { position } = node;
    switch (node.kind) {
      case 'number': {
        const value = parseNumber(node.digits);
        if (value === undefined) throw new FormulaSyntaxError('The number has too many digits', position);
        return constant('number', value, position);
      }
      case 'text':
        return { ...constant('text', node.text, position), literal: node.text };
      case 'boolean':
        return constant('boolean', node.value, position);
      case 'null':
        return constant('null', null, position);
      case 'field':
        return this.compileField(node.path, position);
      case 'unary':
        return { ...compileUnary(node.operator, this.compile(node.operand), position), position };
      case 'binary':
        return {
          ...compileBinary(node.operator, [this.compile(node.left), this.compile(node.right)], position),
          position: node.left.position,
        };
      case 'call':
        return this.compileCall(node);
    }
  }

  private compileField(path: readonly string[], position: number): Expression {
    const index = this.reference(path, position);
    const { type } = this.references[index]!;
    if (type === 'number' && this.blankAs === 'zero') {
      return { type, position, run: (scope) => scope.read(index) ?? ZERO };
    }
    if (type === 'boolean') return { type, position, run: (scope) => scope.read(index) === true };
    return { type, position, run: (scope) => scope.read(index) };
  }

  private reference(path: readonly string[], position: number): number {
    const key = path.join('.').toLowerCase();
    const known = this.byPath.get(key);
    if (known !== undefined) return known;
    const binding = this.bind(path);
    if (binding === undefined) {
      const name = path.join('.');
      throw new FormulaSyntaxError(`Field ${name} does not exist${hint(this.suggest?.(path))}`, position);
    }
    this.byPath.set(key, this.references.length);
    return this.references.push(binding) - 1;
  }

  private compileCall(node: CallNode): Expression {
    const { name, position } = node;
    const called = functions.get(name);
    if (called === undefined) throw unknownFunction(name, position);
    const compiled = called({ arguments: node.arguments.map((argument) => this.compile(argument)), position });
    return { ...compiled, position };
  }
}

function constant(type: ExpressionType, value: FormulaValue, position: number): Expression {
  return { type, position, run: () => value };
}

function unknownFunction(name: string, position: number): FormulaSyntaxError {
  const reason = refused.get(name);
  const message =
    reason === undefined
      ? `Function ${name} does not exist${hint(nearestName(name, functions.keys()))}`
      : `${name} is not available in formula fields: ${reason}`;
  return new FormulaSyntaxError(message, position);
}

function hint(meant: string | undefined): string {
  return meant === undefined ? '. Check spelling' : `. Did you mean ${meant}?`;
}

/** @throws FormulaSyntaxError for operands of the wrong type */
function compileBinary(operator: BinaryOperator, [left, right]: Operands, position: number): Compiled {
  switch (operator) {
    case '&&':
    case '||':
      return logical(operator, [left, right], position);
    case '=':
    case '<>':
      return equality(operator === '=', [left, right], position);
    case '<':
    case '<=':
    case '>':
    case '>=':
      return comparison(operator, [left, right], position);
    case '&':
      return concatenation(operator, [left, right], position);
    case '+':
      return addition([left, right], position);
    case '-':
      return subtraction([left, right], position);
    default:
      return arithmetic(operator, [left, right], position);
  }
}

/** NOT of unknown is unknown. */
function compileUnary(operator: UnaryOperator, operand: Expression, position: number): Compiled {
  const wanted: ExpressionType = operator === '!' ? 'boolean' : 'number';
  if (commonType(operand.type, wanted) !== wanted) {
    const name = operator === '!' ? 'NOT' : operator;
    throw new FormulaSyntaxError(
      `${name} expects ${describeType(wanted)}, not ${describeType(operand.type)}`,
      position,
    );
  }
  if (operator === '+') return { type: wanted, run: operand.run };
  if (operator === '!') {
    return {
      type: wanted,
      run: (scope) => {
        const value = operand.run(scope);
        return value === null ? null : value !== true;
      },
    };
  }
  return { type: wanted, run: (scope) => (operand.run(scope) as Decimal | null)?.neg() ?? null };
}

/** Compiles `&&` (AND) or `||` (OR). Unknown counts as false. */
function logical(operator: '&&' | '||', operands: Operands, position: number): Compiled {
  if (operands.some(({ type }) => commonType(type, 'boolean') !== 'boolean'))
    throw wrongOperands(operator, operands, position);
  const [left, right] = operands.map(({ run }) => run) as [Expression['run'], Expression['run']];
  return operator === '&&'
    ? { type: 'boolean', run: (scope) => left(scope) === true && right(scope) === true }
    : { type: 'boolean', run: (scope) => left(scope) === true || right(scope) === true };
}
