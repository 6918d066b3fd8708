// One request in the languages of the reference: on the command line, with curl and the function of "Sign
// requests", with our client, and with the files of that page for Python and PHP. A test runs each of them.
import type { OperationId } from '../../server/src/contract/operations.ts';
import type { Tab } from '../markdown.ts';
import { clientMethods } from './client-methods.ts';

type Value =
  | string
  | number
  | boolean
  | null
  | readonly Value[]
  | { readonly [name: string]: Value };

export interface RequestOf {
  readonly id: OperationId;
  readonly method: string;
  /** With its parameters, encoded. */
  readonly path: string;
  readonly params: readonly string[];
  readonly query: Readonly<Record<string, string | number>>;
  readonly body: Value | undefined;
}

export function examplesOf(request: RequestOf): Tab[] {
  const { method } = request;
  const target = targetOf(request);
  const [sh, python, php] = [inShell, inPython, inPhp].map((write) => argumentsOf(request, write));
  return [
    { language: 'command', code: `./chaintill request ${method} ${sh}` },
    { language: 'sh', code: `till ${method} ${sh}` },
    { language: 'ts', code: inTypeScript(request, target) },
    { language: 'python', code: `till("${method}", ${python})` },
    { language: 'php', code: `till('${method}', ${php});` },
  ];
}

function targetOf({ path, query }: RequestOf): string {
  const text = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return text.length === 0 ? path : `${path}?${text.join('&')}`;
}

type Writer = (target: string, body: Value | undefined) => string;

function argumentsOf(request: RequestOf, write: Writer): string {
  return write(targetOf(request), request.body);
}

const inShell: Writer = (target, body) => {
  const quoted = /[?&]/.test(target) ? `'${target}'` : target;
  if (body === undefined) return quoted;
  return `${quoted} \\\n  '${JSON.stringify(body).replaceAll("'", "'\\''")}'`;
};

const inPython: Writer = (target, body) => {
  const path = JSON.stringify(target);
  return body === undefined ? path : `${path}, ${literal(body, PYTHON, '')}`;
};

const inPhp: Writer = (target, body) => {
  const path = `'${target}'`;
  return body === undefined ? path : `${path}, ${literal(body, PHP, '')}`;
};

/** With the method of our client; where it has none, by its general one. */
function inTypeScript({ id, method, params, query, body }: RequestOf, target: string): string {
  const name = clientMethods[id];
  const given = body ?? (Object.keys(query).length > 0 ? query : undefined);
  const values = [...params, ...(given === undefined ? [] : [given])];
  const list = values.map((value) => literal(value, TYPESCRIPT, '')).join(', ');
  return name === null
    ? `await till.request('${method}', '${target}');`
    : `await till.${name}(${list});`;
}

interface Syntax {
  text(value: string): string;
  name(value: string): string;
  readonly between: string;
  readonly open: string;
  readonly close: string;
  readonly words: Readonly<Record<string, string>>;
}

const single = (value: string) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const PYTHON: Syntax = {
  text: JSON.stringify,
  name: JSON.stringify,
  between: ': ',
  open: '{',
  close: '}',
  words: { true: 'True', false: 'False', null: 'None' },
};
const PHP: Syntax = {
  text: single,
  name: single,
  between: ' => ',
  open: '[',
  close: ']',
  words: {},
};
const TYPESCRIPT: Syntax = {
  text: single,
  name: (name: string) => name,
  between: ': ',
  open: '{',
  close: '}',
  words: {},
};

function literal(value: Value, syntax: Syntax, indent: string): string {
  if (typeof value === 'string') return syntax.text(value);
  if (typeof value !== 'object' || value === null)
    return syntax.words[String(value)] ?? String(value);
  const deeper = `${indent}  `;
  if (Array.isArray(value))
    return `[${value.map((item: Value) => literal(item, syntax, deeper)).join(', ')}]`;
  const members = Object.entries(value);
  if (members.length === 0) return emptyOf(syntax);
  const lines = members.map(
    ([name, item]) =>
      `${deeper}${syntax.name(name)}${syntax.between}${literal(item as Value, syntax, deeper)},\n`,
  );
  return `${syntax.open}\n${lines.join('')}${indent}${syntax.close}`;
}

/** PHP's empty array would be a list. */
function emptyOf(syntax: Syntax): string {
  return syntax === PHP ? '(object) []' : '{}';
}
