// The input of the style tests: the repository's files with their text, and TypeScript without comments, so that a rule
// about code does not match a comment.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../../', import.meta.url)).replace(/\/$/, '');

export interface SourceFile {
  /** From the root of the repository, with slashes. */
  readonly path: string;
  readonly text: string;
}

const SKIPPED = new Set(['node_modules', 'dist', 'data', '.git', '.vitest', 'coverage']);

/** Every file below a folder of the repository, sorted by path. */
export function filesBelow(folder: string, pattern: RegExp): SourceFile[] {
  return pathsBelow(folder)
    .filter((path) => pattern.test(path))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

export function pathsBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (SKIPPED.has(entry.name)) return [];
    return entry.isDirectory() ? pathsBelow(path) : [path];
  });
}

/** Handwritten TypeScript and JavaScript. */
export function sources(...folders: string[]): SourceFile[] {
  return folders.flatMap((folder) => filesBelow(folder, /\.(ts|js)$/));
}

/** The file without comments; line numbers stay the same. */
export function codeOf(text: string): string {
  const blank = (comment: string) => comment.replace(/[^\n]/g, '');
  return text.replace(/^\s*\/\*[\s\S]*?\*\//gm, blank).replace(/(^|\s)\/\/.*$/gm, '$1');
}

/** `path:line` of each matching line of code. */
export function linesWith(file: SourceFile, pattern: RegExp): string[] {
  return codeOf(file.text)
    .split('\n')
    .flatMap((line, n) => (pattern.test(line) ? [`${file.path}:${n + 1}`] : []));
}
