// The running release, as stated in its package.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from './places.ts';

export function packageVersion(): string {
  const text = readFileSync(join(packageFolder, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
