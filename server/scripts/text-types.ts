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
  return [
    '// The keys and arguments of all messages. The build derives this file from locales/en',
    '// (server/scripts/build-types.ts): do not edit it.',
    '',
    '/** Texts without arguments. */',
    'type Plain<Key extends string> = Readonly<Record<Key, string>>;',
    '/** Texts with arguments. */',
    'type With<Values> = (values: Readonly<Values>) => string;',
    '',
    '/** By area. A text without arguments is a string, one with arguments a function of them. */',
    'export interface Texts {',
    ...areasOf(folder, 'en').flatMap((area) => member(area, readArea(folder, 'en', area), '  ')),
    '}',
    '',
  ].join('\n');
}

function member(key: string, value: string | TextFile, indent: string): string[] {
  const name = `${indent}readonly ${IDENTIFIER.test(key) ? key : `'${key}'`}: `;
  if (typeof value === 'string') {
    const types = [...argumentsOf(value)].map(([argument, type]) => `${argument}: ${type}`);
    const line = `${name}With<{ ${types.join('; ')} }>;`;
    if (line.length <= WIDTH) return [line];
    return [`${name}With<{`, ...types.map((type) => `${indent}  ${type};`), `${indent}}>;`];
  }
  const entries = Object.entries(value);
  const plain = entries.filter(([, text]) => isPlain(text)).map(([each]) => `'${each}'`);
  const others = entries.filter(([, text]) => !isPlain(text));
  const lines = others.flatMap(([each, text]) => member(each, text, `${indent}  `));
  const keys = packed(plain, `${indent}  `);
  if (lines.length === 0) return [`${name}Plain<`, ...keys, `${indent}>;`];
  if (keys.length === 0) return [`${name}{`, ...lines, `${indent}};`];
  return [`${name}Plain<`, ...keys, `${indent}> & {`, ...lines, `${indent}};`];
}

const WIDTH = 110;
const IDENTIFIER = /^\w+$/;
const isPlain = (value: string | TextFile) => typeof value === 'string' && !value.includes('{');

function packed(keys: readonly string[], indent: string): string[] {
  const lines: string[] = [];
  for (const key of keys) {
    const last = lines.at(-1);
    const longer = `${last} | ${key}`;
    if (last !== undefined && longer.length <= WIDTH) lines[lines.length - 1] = longer;
    else lines.push(`${indent}| ${key}`);
  }
  return lines;
}
