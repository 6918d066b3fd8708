// The text of an expression that is made of constants, as the compiler sees them: a statement before its parameters are
// known. A number becomes 1, and a union of literals its first member.
import {
  type CallExpression,
  isArrayLiteralExpression,
  isArrowFunction,
  isAsExpression,
  isBinaryExpression,
  isBlock,
  isCallExpression,
  isConditionalExpression,
  isFunctionDeclaration,
  isIdentifier,
  isNoSubstitutionTemplateLiteral,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isRegularExpressionLiteral,
  isReturnStatement,
  isStringLiteral,
  isTemplateExpression,
  isVariableDeclaration,
  type Node,
  SyntaxKind,
} from 'typescript/unstable/ast';
import { type Project, SymbolFlags, TypeFlags } from 'typescript/unstable/sync';

/** Values of parameters, by symbol id. */
type Scope = ReadonlyMap<number, string>;

interface Place {
  readonly project: Project;
  readonly scope: Scope;
}

/** Null when a part is not constant. */
export function constantText(project: Project, node: Node | undefined): string | null {
  return textOf({ project, scope: new Map() }, node);
}

function textOf(place: Place, node: Node | undefined): string | null {
  if (node === undefined) return null;
  if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (isParenthesizedExpression(node) || isAsExpression(node))
    return textOf(place, node.expression);
  if (isConditionalExpression(node))
    return textOf(place, node.whenTrue) ?? textOf(place, node.whenFalse);
  if (isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.PlusToken)
    return joined([node.left, node.right].map((each) => textOf(place, each)));
  if (isTemplateExpression(node))
    return joined([
      node.head.text,
      ...node.templateSpans.flatMap(({ expression, literal }) => [
        textOf(place, expression),
        literal.text,
      ]),
    ]);
  if (isIdentifier(node)) return textOfName(place, node) ?? textOfType(place, node);
  if (isCallExpression(node)) return textOfCall(place, node);
  return textOfType(place, node);
}

function textOfName(place: Place, name: Node): string | null {
  const symbol = targetOf(place.project, name);
  if (symbol === undefined) return null;
  const declaration = symbol.valueDeclaration?.resolve(place.project);
  const isConstant = declaration !== undefined && isVariableDeclaration(declaration);
  return place.scope.get(symbol.id) ?? (isConstant ? textOf(place, declaration.initializer) : null);
}

/** From the type only: a number, or the first of several literals. */
function textOfType({ project }: Place, node: Node): string | null {
  const type = project.checker.getTypeAtLocation(node);
  if (type === undefined) return null;
  const [first = type] = type.isUnionType() ? (type.getTypes() ?? []) : [];
  if (first.flags & TypeFlags.NumberLike) return '1';
  return first.isStringLiteralType() ? String(first.value) : null;
}

function textOfCall(place: Place, call: CallExpression): string | null {
  const { expression, arguments: given } = call;
  if (isPropertyAccessExpression(expression)) {
    const method = expression.name.text;
    if (method === 'join') {
      const list = listOf(place, expression.expression);
      return list && joined(list, textOf(place, given[0]) ?? ',');
    }
    if (method.startsWith('replace')) return textReplaced(place, call);
    // The parameter's number depends on the parameters before it.
    if (method === 'push') return null;
  }
  const made = targetOf(place.project, expression)?.valueDeclaration?.resolve(place.project);
  const of = made !== undefined && isVariableDeclaration(made) ? made.initializer : made;
  return of === undefined ? null : textOfFunction(place, of, given);
}

/** Of a function that only returns a text. */
function textOfFunction(place: Place, made: Node, given: readonly Node[]): string | null {
  if (!isFunctionDeclaration(made) && !isArrowFunction(made)) return null;
  const scope = new Map(place.scope);
  made.parameters.forEach((parameter, n) => {
    const symbol = targetOf(place.project, parameter.name);
    const text = textOf(place, given[n]);
    if (symbol !== undefined && text !== null) scope.set(symbol.id, text);
  });
  return textOf({ ...place, scope }, returnedBy(made.body));
}

function returnedBy(body: Node | undefined): Node | undefined {
  if (body === undefined || !isBlock(body)) return body;
  const last = body.statements.at(-1);
  return last !== undefined && isReturnStatement(last) ? last.expression : undefined;
}

function textReplaced(
  place: Place,
  { expression, arguments: given }: CallExpression,
): string | null {
  if (!isPropertyAccessExpression(expression)) return null;
  const from = textOf(place, expression.expression);
  const [pattern, by] = given;
  const text = textOf(place, by);
  if (from === null || text === null || pattern === undefined) return null;
  if (!isRegularExpressionLiteral(pattern)) {
    const plain = textOf(place, pattern);
    return plain === null ? null : from.replaceAll(plain, text);
  }
  const [, source = '', flags = ''] = /^\/(.*)\/([a-z]*)$/.exec(pattern.text) ?? [];
  return from.replace(new RegExp(source, flags), text);
}

function listOf(place: Place, node: Node | undefined): readonly (string | null)[] | null {
  if (node === undefined) return null;
  if (isAsExpression(node) || isParenthesizedExpression(node))
    return listOf(place, node.expression);
  if (isArrayLiteralExpression(node)) return node.elements.map((each) => textOf(place, each));
  if (isIdentifier(node)) {
    const declaration = targetOf(place.project, node)?.valueDeclaration?.resolve(place.project);
    const isConstant = declaration !== undefined && isVariableDeclaration(declaration);
    return isConstant ? listOf(place, declaration.initializer) : null;
  }
  if (!isCallExpression(node) || !isPropertyAccessExpression(node.expression)) return null;
  const [each] = node.arguments;
  if (node.expression.name.text !== 'map' || each === undefined || !isArrowFunction(each))
    return null;
  const symbol = each.parameters[0] && targetOf(place.project, each.parameters[0].name);
  const list = listOf(place, node.expression.expression);
  if (list === null || symbol === undefined) return null;
  return list.map((text) =>
    text === null
      ? null
      : textOf(
          { ...place, scope: new Map([...place.scope, [symbol.id, text]]) },
          returnedBy(each.body),
        ),
  );
}

function joined(parts: readonly (string | null)[], separator = ''): string | null {
  return parts.every((part) => part !== null) ? parts.join(separator) : null;
}

/** The declaration that a name refers to, even if it is imported. */
function targetOf({ checker }: Project, name: Node) {
  const symbol = checker.getSymbolAtLocation(name);
  return symbol !== undefined && symbol.flags & SymbolFlags.Alias
    ? checker.getAliasedSymbol(symbol)
    : symbol;
}
