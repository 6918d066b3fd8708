// Finds every regular expression of our code by parsing it, and runs a checker on how its time grows with the text.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { root, type SourceFile } from './files.ts';

export interface Pattern {
  /** `path:line`. */
  readonly at: string;
  /** As written in the source: `/a+/g`. */
  readonly text: string;
  readonly source: string;
  readonly flags: string;
}

export interface Found {
  readonly patterns: Pattern[];
  /** Expressions built from a string, which no checker can analyze: `path:line`. */
  readonly constructors: string[];
}

export function patternsIn(files: readonly SourceFile[]): Found {
  const found: Found = { patterns: [], constructors: [] };
  for (const file of files) {
    const lang = file.path.endsWith('.tsx') ? 'tsx' : 'ts';
    collect(parseAst(file.text, { lang }, file.path), file, found);
  }
  return found;
}

interface Node {
  readonly start: number;
  readonly regex?: { readonly pattern: string; readonly flags: string };
  readonly callee?: { readonly name?: string };
}

function collect(value: unknown, file: SourceFile, found: Found): void {
  if (typeof value !== 'object' || value === null) return;
  const { start, regex, callee } = value as Node;
  if (callee?.name === 'RegExp') found.constructors.push(placeOf(file, start));
  if (regex !== undefined) {
    const { pattern: source, flags } = regex;
    const text = `/${source}/${flags}`;
    found.patterns.push({ at: placeOf(file, start), text, source, flags });
  }
  for (const inner of Object.values(value)) collect(inner, file, found);
}

function placeOf({ path, text }: SourceFile, start: number): string {
  return `${path}:${text.slice(0, start).split('\n').length}`;
}

/** The expressions that the checker found linear: checking all of them takes a minute. */
export const LIST = join(root, 'server/test/tidy/linear-patterns.txt');

export function listedPatterns(): ReadonlySet<string> {
  return new Set(readFileSync(LIST, 'utf8').split('\n').filter(Boolean));
}

/** The checker's result: `safe`, or why not. */
export type Verdict = (pattern: Pick<Pattern, 'source' | 'flags'>) => string;

/** Step limits bound its work, so that a busy machine does not change a result. */
const LIMITS = { timeout: null, attackTimeout: null, incubationTimeout: null } as const;

/** Its JavaScript backend gives the same result on every machine and starts no process. */
export async function openChecker(): Promise<Verdict> {
  process.env['RECHECK_BACKEND'] = 'pure';
  const { checkSync } = await import('recheck');
  return ({ source, flags }) => {
    const verdict = checkSync(source, flags, LIMITS);
    if (verdict.status !== 'vulnerable') return verdict.status;
    return `${verdict.status}: ${verdict.complexity.summary}`;
  };
}
