// Parses the texts of the catalogue that have arguments when the dashboard is built, so that the browser needs no parser.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from '@formatjs/icu-messageformat-parser';
import type { Plugin } from 'vite';

const FOLDER = join(import.meta.dirname, '../locales');

export function texts(): Plugin {
  return {
    name: 'texts',
    enforce: 'pre',
    load: (id) =>
      id.startsWith(FOLDER) ? JSON.stringify(JSON.parse(readFileSync(id, 'utf8'), parsed)) : null,
  };
}

function parsed(_key: string, value: unknown): unknown {
  if (typeof value !== 'string' || !value.includes('{')) return value;
  return parse(value, { ignoreTag: true });
}
