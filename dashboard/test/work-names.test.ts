// Every recurring job of the service has a display name, in every language.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { textsOf } from '../../server/src/core/texts/texts.ts';

const SERVER = new URL('../../server/src/', import.meta.url).pathname;
/** A literal, a literal with a coin appended, or a value with one of these names. */
const NAME = /recurring\(\{\s*name: (?:'([\w-]+)'|`([a-z]+)-\$|(\w+))/g;
const VALUES: Readonly<Record<string, string>> = { RATES_TASK: 'rates', watchTaskName: 'watch' };

function recurringNames(): string[] {
  const files = readdirSync(SERVER, { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [...readFileSync(join(SERVER, file), 'utf8').matchAll(NAME)])
    .map(([, literal, work, value = '']) => literal ?? work ?? VALUES[value] ?? value);
}

test('every recurring task has a name', () => {
  const names = recurringNames();
  expect(names.length).toBeGreaterThan(15);
  expect(names.filter((name) => !(name in textsOf('running', 'en').tasks))).toEqual([]);
});
