// The release that runs, as its package says.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const PACKAGE_FOLDER = join(import.meta.dirname, '../..');

export function packageVersion(): string {
  const text = readFileSync(join(PACKAGE_FOLDER, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
