// The types of all texts, from the English catalogue: which keys an area has, and the arguments of each text.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import type { TextFile } from '../src/core/texts/format.ts';

/** The name of each argument with its type in TypeScript. */
export function argumentsOf(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  collect(parse(text, { ignoreTag: true }), found);
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function collect(elements: readonly MessageFormatElement[], found: Map<string, string>): void {
  for (const element of elements) {
    if (element.type === TYPE.argument) note(found, element.value, 'string');
    if (element.type === TYPE.number) note(found, element.value, 'number');
    if (element.type === TYPE.plural || element.type === TYPE.select) {
      const choices = Object.keys(element.options).filter((name) => name !== 'other');
      const type =
        element.type === TYPE.plural ? 'number' : choices.map((name) => `'${name}'`).join(' | ');
      note(found, element.value, type);
      for (const option of Object.values(element.options)) collect(option.value, found);
    }
  }
}

/** An argument that is a number in one place of a text is a number in all of it. */
function note(found: Map<string, string>, name: string, type: string): void {
  if (found.get(name) !== 'number') found.set(name, type);
}

export function readArea(folder: string, language: string, area: string): TextFile {
  return JSON.parse(readFileSync(join(folder, language, `${area}.json`), 'utf8'));
}

export function areasOf(folder: string, language: string): string[] {
  return readdirSync(join(folder, language))
    .map((name) => name.replace(/\.json$/, ''))
    .sort();
}

export function textTypes(folder: string): string {
  const lines = areasOf(folder, 'en').flatMap((area) => [
    `  readonly '${area}': {`,
    ...members(readArea(folder, 'en', area), '    '),
    '  };',
  ]);
  return [
    '// Generated from locales/en by `npm run generate`.',
    '',
    '/** By area. A text without arguments is a string, one with arguments a function of them. */',
    'export interface Texts {',
    ...lines,
    '}',
    '',
  ].join('\n');
}

function members(source: TextFile, indent: string): string[] {
  return Object.entries(source).flatMap(([key, value]) => {
    if (typeof value !== 'string')
      return [`${indent}readonly ${key}: {`, ...members(value, `${indent}  `), `${indent}};`];
    if (!value.includes('{')) return [`${indent}readonly ${key}: string;`];
    const names = [...argumentsOf(value)].map(([name, type]) => `readonly ${name}: ${type}`);
    return [`${indent}readonly ${key}: (values: { ${names.join('; ')} }) => string;`];
  });
}
