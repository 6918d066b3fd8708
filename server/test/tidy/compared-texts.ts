// Finds comparisons with display texts by parsing our code, and unique keys over such texts in the schema.
import { parseAst } from 'rolldown/parseAst';
import type { SourceFile } from './files.ts';

export interface Compared {
  /** `path:line`. */
  readonly at: string;
  /** The text, or the pattern, that the code compares with. */
  readonly text: string;
}

interface Node {
  readonly type?: string;
  readonly start: number;
  readonly value?: unknown;
  readonly name?: string;
  readonly operator?: string;
  readonly left?: Node;
  readonly right?: Node;
  readonly test?: Node | null;
  readonly id?: Node;
  readonly init?: Node | null;
  readonly callee?: Node;
  readonly property?: Node;
  readonly key?: Node;
  readonly arguments?: readonly Node[];
  readonly elements?: readonly (Node | null)[];
  readonly expression?: Node;
  readonly regex?: { readonly pattern: string };
  readonly quasis?: readonly { readonly value: { readonly raw: string } }[];
}

/** A lower-case word after a space: `signer is away`. */
const SENTENCE = /[A-Za-z]{2,}[,:]? [a-z]{2,}/;
const EQUALS = new Set(['===', '!==', '==', '!=']);
const COMPARING = new Set([
  'startsWith',
  'endsWith',
  'includes',
  'indexOf',
  'has',
  'split',
  'match',
]);
const SQL = /(?:=|<>|\b(?:i?like|in|from)) ?\(?'([^']*[A-Za-z]{2,} [a-z]{2,}[^']*)'/g;

export function textsComparedIn(file: SourceFile): Compared[] {
  const lang = file.path.endsWith('.tsx') ? 'tsx' : 'ts';
  const program = parseAst(file.text, { lang }, file.path);
  const nodes = nodesOf(program);
  const constants = new Map(program.body.flatMap(declaredBy).flatMap(constantOf));
  return nodes
    .flatMap((node) => comparedBy(node, constants).map((text) => [node, text] as const))
    .map(([{ start }, text]) => ({ at: placeOf(file, start), text }));
}

/** The English texts in TypeScript that errors of the API are created with. */
export function errorTextsIn(file: SourceFile): Compared[] {
  const nodes = nodesOf(parseAst(file.text, { lang: 'ts' }, file.path));
  const constants = new Map(nodes.flatMap(constantOf));
  return nodes
    .filter(({ type, callee }) => type === 'NewExpression' && callee?.name === 'AppError')
    .flatMap(({ start, arguments: facts = [] }) =>
      nodesOf(facts)
        .filter(({ key }) => key?.name === 'message')
        .flatMap(({ value }) => nodesOf(value).flatMap((node) => sentenceIn(node, constants) ?? []))
        .map((text) => ({ at: placeOf(file, start), text })),
    );
}

function nodesOf(value: unknown): Node[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'type' in value ? [value as Node] : [];
  return [...own, ...Object.values(value).flatMap(nodesOf)];
}

type Constants = ReadonlyMap<string, string>;

/** The module's own declarations. */
function declaredBy(statement: object): readonly Node[] {
  const { declaration, declarations = [] } = statement as {
    readonly declaration?: { readonly declarations?: readonly Node[] } | null;
    readonly declarations?: readonly Node[];
  };
  return declaration?.declarations ?? declarations;
}

function constantOf({ type, id, init }: Node): (readonly [string, string])[] {
  const text = type === 'VariableDeclarator' && init ? sentenceIn(init, new Map()) : null;
  return text === null || id?.name === undefined ? [] : [[id.name, text]];
}

/** The sentences that a node compares something with. */
function comparedBy(node: Node, constants: Constants): string[] {
  const { type, operator = '', left, right, test, callee, quasis, value, regex } = node;
  if (type === 'BinaryExpression' && EQUALS.has(operator))
    return sentencesIn([left, right], constants);
  if (type === 'SwitchCase') return sentencesIn([test ?? undefined], constants);
  if (type === 'CallExpression' && COMPARING.has(callee?.property?.name ?? ''))
    return sentencesIn(node.arguments ?? [], constants);
  if (regex !== undefined) return SENTENCE.test(regex.pattern) ? [regex.pattern] : [];
  const text = typeof value === 'string' ? value : textOf(quasis);
  return [...text.matchAll(SQL)].map(([, found = '']) => found);
}

const sentencesIn = (nodes: readonly (Node | undefined)[], constants: Constants): string[] =>
  nodes.flatMap((node) => (node === undefined ? [] : (sentenceIn(node, constants) ?? [])));

function sentenceIn(node: Node, constants: Constants): string | null {
  const { type, value, quasis, name, expression } = node;
  if (type === 'TSAsExpression' && expression !== undefined)
    return sentenceIn(expression, constants);
  if (type === 'Identifier') return constants.get(name ?? '') ?? null;
  const text = typeof value === 'string' ? value : textOf(quasis);
  return SENTENCE.test(text) ? text : null;
}

const textOf = (quasis: Node['quasis'] = []): string =>
  quasis.map(({ value }) => value.raw).join('…');

const placeOf = ({ path, text }: SourceFile, start: number): string =>
  `${path}:${text.slice(0, start).split('\n').length}`;

/** Columns with display texts. A column that a constraint limits to a list contains codes. */
const PROSE =
  /^(?:.*_)?(?:reason|said|note|description|message|failure|error|excerpt|text|title|for)$/;

/** `table: key` of each unique key over such a column, from docs/schema.sql. */
export function keysOverTexts(schema: string): string[] {
  return schema.split(/^create table /m).flatMap((table) => {
    const name = /^\w+/.exec(table)?.[0] ?? '';
    const columns = [...table.matchAll(/^ {2}(\w+) text/gm)].map(([, column = '']) => column);
    const isCode = (column: string) => table.includes(`CHECK (${column} = ANY (ARRAY[`);
    const prose = columns.filter((column) => PROSE.test(column) && !isCode(column));
    const keys = [...table.matchAll(/^.*(?:UNIQUE|PRIMARY KEY|EXCLUDE).*$/gm)];
    return keys.flatMap(([key]) =>
      (key.match(/\w+/g) ?? []).some((word) => prose.includes(word))
        ? [`${name}: ${key.trim()}`]
        : [],
    );
  });
}
