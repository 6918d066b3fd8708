// The commands in the documents as data: the blocks marked `sh`, and the lines after `$ ` in blocks marked `console`,
// with their output.
import { filesBelow } from '../tidy/files.ts';

export interface Typed {
  readonly command: string;
  /** The documented output; null where there is none. */
  readonly shown: string | null;
}

export interface Block {
  /** `docs/policy.md:98`. */
  readonly place: string;
  readonly path: string;
  readonly language: string;
  readonly typed: readonly Typed[];
}

/** The documents with instructions, not the decisions and the changelog. */
const READ = /^(README|CONTRIBUTING|SECURITY|client\/README|deploy\/README|docs\/[a-z-]+)\.md$/;

export const documents = filesBelow('', /\.md$/).filter(({ path }) => READ.test(path));

export const blocks: readonly Block[] = documents.flatMap(({ path, text }) => blocksOf(path, text));

function blocksOf(path: string, text: string): Block[] {
  const fences = [...text.matchAll(/^```(\S*).*\n([\s\S]*?)^```$/gm)];
  return fences.flatMap(({ 1: language = '', 2: body = '', index }) => {
    const place = `${path}:${text.slice(0, index).split('\n').length}`;
    const typed = typedIn(language, body);
    return typed.length === 0 ? [] : [{ place, path, language, typed }];
  });
}

function typedIn(language: string, body: string): Typed[] {
  if (language === 'sh') return [{ command: body, shown: null }];
  return body
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const [, command = '', shown = ''] = /^((?:.*\\\n)*.*)\n?([\s\S]*)$/.exec(part) ?? [];
      return { command, shown: shown.trim() === '' ? null : shown.trim() };
    });
}
