// Password rules: hard to guess, not based on known facts about the person, and not in the list of leaked passwords.
import type { App } from '../app.ts';
import { type ErrorDetail, invalid, rule } from '../core/errors.ts';
import { isBreached } from './breached.ts';
import { estimateScore } from './estimate-score.ts';
import type { UserRow } from './users.ts';

/** From 0 to 4. 3 is `safely unguessable`: at least some 10^8 guesses. */
const SCORE_MIN = 3;
const LENGTH_MIN = 10;
const PART_LENGTH_MIN = 3;

/** Errors: 422 with every violated rule. */
export async function insistOnGoodPassword(
  app: App,
  { name, email }: Pick<UserRow, 'name' | 'email'>,
  password: string,
): Promise<void> {
  const known = [name, email, ...name.split(/\s+/), ...(email?.split(/[@.]/) ?? [])].filter(
    (part): part is string => part !== null && part.length >= PART_LENGTH_MIN,
  );
  const problems: ErrorDetail[] = [];
  if ([...password].length < LENGTH_MIN) problems.push(rule.lengthAtLeast('password', LENGTH_MIN));
  if (known.some((part) => password.toLowerCase().includes(part.toLowerCase())))
    problems.push(rule.nameInIt('password'));
  if ((await estimateScore(password, ['chaintill', ...known])) < SCORE_MIN)
    problems.push(rule.weak('password'));
  const { breachedPasswordsFile: file } = app.config;
  if (file !== null && (await isBreached(file, password))) problems.push(rule.breached('password'));
  if (problems.length > 0) throw invalid(...problems);
}
