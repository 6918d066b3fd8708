// Every statement that the code sends with a row type, as the compiler sees it: its position, its text when it is
// constant, and the type of each column in the row type.
import { resolve } from 'node:path';
import {
  type CallExpression,
  isCallExpression,
  isIdentifier,
  isPropertyAccessExpression,
  type Node,
} from 'typescript/unstable/ast';
import { API, type Project, SymbolFlags, type Type, TypeFlags } from 'typescript/unstable/sync';
import { constantText } from './constant-text.ts';

/** `json` stands for any object; `any` is not checked. */
export type ColumnKind =
  | 'string'
  | 'number'
  | 'bigint'
  | 'boolean'
  | 'date'
  | 'bytes'
  | 'json'
  | 'any'
  | 'array';

export interface DeclaredColumn {
  readonly name: string;
  /** More than one for a union of row types. */
  readonly kinds: readonly ColumnKind[];
  readonly isNullable: boolean;
  readonly isOptional: boolean;
}

export interface QueryCall {
  /** `file:line`. */
  readonly place: string;
  /** Null when a part of it is not constant. */
  readonly text: string | null;
  readonly columns: readonly DeclaredColumn[];
}

const METHODS = new Set(['query', 'write']);

/** The calls in `server/src` that declare the columns of their rows. */
export function queryCalls(): QueryCall[] {
  const api = new API({ cwd: process.cwd() });
  try {
    const config = resolve('server/tsconfig.json');
    const [project] = api.updateSnapshot({ openProject: config }).getProjects();
    if (project === undefined) throw new Error(`${config} is no project`);
    const files = project.program.getSourceFileNames();
    return files
      .filter((name) => name.includes('/server/src/'))
      .flatMap((name) => callsIn(project, name));
  } finally {
    api.close();
  }
}

function callsIn(project: Project, name: string): QueryCall[] {
  const file = project.program.getSourceFile(name);
  if (file === undefined) return [];
  const calls: QueryCall[] = [];
  const visit = (node: Node): void => {
    if (isCallExpression(node) && METHODS.has(calledName(node))) {
      const columns = columnsOf(project, node);
      const text = constantText(project, node.arguments[0]);
      const line = file.text.slice(0, node.end).split('\n').length;
      if (columns !== null)
        calls.push({ place: `${name.split('/server/src/')[1]}:${line}`, text, columns });
    }
    node.forEachChild(visit);
  };
  visit(file);
  return calls;
}

function calledName({ expression }: CallExpression): string {
  if (isPropertyAccessExpression(expression)) return expression.name.text;
  return isIdentifier(expression) ? expression.text : '';
}

/** Null when the call is not of `Sql`, or its rows are not used. */
function columnsOf({ checker }: Project, call: CallExpression): DeclaredColumn[] | null {
  const signature = checker.getResolvedSignature(call);
  const promise = signature && checker.getReturnTypeOfSignature(signature);
  const rows = promise?.isTypeReference() ? checker.getTypeArguments(promise)[0] : undefined;
  if (rows === undefined || !checker.isArrayType(rows) || !rows.isTypeReference()) return null;
  const row = checker.getTypeArguments(rows)[0];
  if (
    row === undefined ||
    row.flags & (TypeFlags.Unknown | TypeFlags.Any | TypeFlags.TypeParameter)
  )
    return null;
  const properties = checker.getPropertiesOfType(row);
  return properties.map((property) => {
    const type = checker.getTypeOfSymbolAtLocation(property, call);
    const parts = type.isUnionType() ? (type.getTypes() ?? []) : [type];
    const kinds = new Set(parts.flatMap((part) => kindOf({ checker } as Project, part) ?? []));
    return {
      name: property.name,
      kinds: [...kinds],
      isNullable: parts.some(({ flags }) => flags & TypeFlags.Null) || kinds.has('any'),
      isOptional: (property.flags & SymbolFlags.Optional) !== 0,
    };
  });
}

function kindOf({ checker }: Project, type: Type): ColumnKind | null {
  const { flags } = type;
  if (flags & (TypeFlags.Null | TypeFlags.Undefined)) return null;
  if (flags & (TypeFlags.Any | TypeFlags.Unknown | TypeFlags.TypeParameter)) return 'any';
  if (flags & TypeFlags.StringLike) return 'string';
  if (flags & TypeFlags.NumberLike) return 'number';
  if (flags & TypeFlags.BigIntLike) return 'bigint';
  if (flags & TypeFlags.BooleanLike) return 'boolean';
  if (checker.isArrayLikeType(type)) return 'array';
  const name = type.getSymbol()?.name;
  if (name === 'Date') return 'date';
  if (name === 'Buffer' || name === 'Uint8Array') return 'bytes';
  // A branded string.
  if (type.isIntersectionType())
    return (type.getTypes() ?? []).some(({ flags }) => flags & TypeFlags.String)
      ? 'string'
      : 'json';
  return 'json';
}
