// Guarantee: no external text blocks the event loop. A thousand texts that are slow for backtracking or quadratic
// parsers go through every function that parses a text, every input field of every operation, and every coin. All are
// found by walking through the code, so that a new one is covered without being listed.
import { join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { expect, test } from 'vitest';
import { definedCoins } from '../../src/coins/registry.ts';
import { type Field, isPlainObject } from '../../src/contract/fields.ts';
import { operations } from '../../src/contract/operations.ts';
import { operatorOperations } from '../../src/contract/operator/operations.ts';
import { peopleOperations } from '../../src/contract/people/operations.ts';
import { baits, hostileCorpus } from '../support/hostile.ts';
import { root, type SourceFile, sources } from '../tidy/files.ts';

const TEXTS = [...baits(1000), ...hostileCorpus];
/** All texts through one parser, in processor time. Linear parsers take at most 900 ms, exponential ones minutes. */
const LIMIT_MILLISECONDS = 5000;

type Read = (text: string) => unknown;

function millisecondsOf(read: Read): number {
  const before = process.cpuUsage();
  for (const text of TEXTS) {
    try {
      read(text);
    } catch {
      // A rejection is a valid result.
    }
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The names of the slow ones, with their time. */
function slowOf(readers: Iterable<readonly [name: string, read: Read]>): string[] {
  return [...readers].flatMap(([name, read]) => {
    const spent = millisecondsOf(read);
    return spent < LIMIT_MILLISECONDS ? [] : [`${name}: ${Math.round(spent)} ms`];
  });
}

/** Where external texts are parsed. Excludes node adapters and what only the operator writes. */
const FOLDERS = [
  'core',
  'contract',
  'coins',
  'http',
  'web',
  'policy',
  'operator',
  'events',
  'people',
  'risk',
  'rates',
  'admin',
  'projects',
  'transactions',
].map((folder) => `server/src/${folder}`);

const NO_READER = /from '(node:fs|node:worker|react|@mantine|@tanstack)/;

/** Excludes files that access the file system, render, or write the documentation. */
const isReader = ({ path, text }: SourceFile) => !path.includes('openapi') && !NO_READER.test(text);

interface Node {
  readonly type: string;
  readonly name?: string;
  readonly async?: boolean;
  readonly id?: { readonly name: string };
  readonly declaration?: Node | null;
  readonly declarations?: readonly { readonly id: Node; readonly init?: Node | null }[];
  readonly params?: readonly Node[];
  readonly optional?: boolean;
  readonly typeAnnotation?: { readonly typeAnnotation: { readonly type: string } };
}

/** The exported synchronous functions of a file with one text parameter. */
function readersIn({ path, text }: SourceFile): readonly string[] {
  const { body } = parseAst(text, { lang: 'ts' }, path) as { readonly body: readonly unknown[] };
  return (body as Node[]).flatMap(({ type, declaration }) => {
    if (type !== 'ExportNamedDeclaration' || !declaration) return [];
    const named =
      declaration.type === 'FunctionDeclaration'
        ? [[declaration.id?.name ?? '', declaration] as const]
        : (declaration.declarations ?? []).map(({ id, init }) => [id.name ?? '', init] as const);
    return named.flatMap(([name, made]) => (takesText(made) ? [name] : []));
  });
}

function takesText(made: Node | null | undefined): boolean {
  const [first, ...others] = made?.params ?? [];
  const isText = first?.typeAnnotation?.typeAnnotation.type === 'TSStringKeyword';
  const needsMore = others.some(({ type, optional }) => type !== 'AssignmentPattern' && !optional);
  return isText && !needsMore && made?.async !== true;
}

async function readersOf(file: SourceFile): Promise<readonly (readonly [string, Read])[]> {
  const names = readersIn(file);
  if (names.length === 0) return [];
  const module = (await import(join(root, file.path))) as Readonly<Record<string, unknown>>;
  return names.map((name) => [`${file.path} ${name}`, module[name] as Read] as const);
}

test('every function that parses one text', async () => {
  const files = sources(...FOLDERS, 'dashboard/src/shared', 'dashboard/src/screens', 'client/src');
  const readers = (await Promise.all(files.filter(isReader).map(readersOf))).flat();
  expect(readers.length).toBeGreaterThan(90);
  expect(slowOf(readers)).toEqual([]);
}, 60_000);

/** Every input field of an operation, including fields inside objects and lists with their own parsers. */
function* fieldsIn(value: unknown, name: string): Iterable<readonly [string, Read]> {
  if (!isPlainObject(value)) return;
  if (typeof value['read'] === 'function') {
    const { read, schema } = value as unknown as Field<unknown>;
    const { type } = schema as { readonly type?: unknown };
    const given: Read =
      type === 'array'
        ? (text) => [text]
        : type === 'object'
          ? (text) => ({ [text]: text })
          : String;
    yield [name, (text) => read(given(text), name, [])];
    return;
  }
  for (const [key, inner] of Object.entries(value)) yield* fieldsIn(inner, `${name}.${key}`);
}

test('every input field of every operation', () => {
  const all = { operations, operatorOperations, peopleOperations };
  const fields = [...fieldsIn(all, 'input')];
  expect(fields.length).toBeGreaterThan(500);
  expect(slowOf(fields)).toEqual([]);
}, 60_000);

test('every address and payment link of every coin', () => {
  const coins = [...definedCoins.values()];
  const readers = coins.flatMap((coin) => [
    [`${coin.code} address`, (text: string) => coin.parseAddress(text, 'main')] as const,
    [`${coin.code} unspendable`, (text: string) => coin.isUnspendable(text, 'main')] as const,
  ]);
  expect(slowOf(readers)).toEqual([]);
}, 60_000);
