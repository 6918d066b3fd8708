// Parses a policy from JSON text and reports all problems at once. Runs each time a stored policy is loaded: a policy
// that does not parse completely is never applied.
import type { App } from '../app.ts';
import { apiError, type ErrorDetail, invalid, rule } from '../core/errors.ts';
import type { Currency } from '../core/money.ts';
import { isTimeZone } from '../core/time-zone.ts';
import type { Action, Policy, Rule } from './policy.ts';
import {
  type ConditionPlace,
  type Fields,
  isFields,
  type Problems,
  readConditions,
  unknownFields,
} from './read-conditions.ts';

/** These limit the work per withdrawal. */
const RULES_MAX = 100;
const NAME_LENGTH_MAX = 100;
const APPROVALS_MAX = 10;
const DEFAULT_CURRENCY = 'EUR';
const DEFAULT_TIME_ZONE = 'UTC';

/** Errors: 400 for text that is not a JSON object, 422 with a detail for each problem. */
export function readPolicy(app: Pick<App, 'currencies'>, text: string, version: number): Policy {
  const fields = parse(text);
  const problems: ErrorDetail[] = [];
  unknownFields(fields, { path: '', known: ['currency', 'timeZone', 'rules'] }, problems);
  const currency = readCurrency(app, fields['currency'], problems);
  const timeZone = fields['timeZone'] ?? DEFAULT_TIME_ZONE;
  if (typeof timeZone !== 'string' || !isTimeZone(timeZone))
    problems.push(rule.form('timeZone', 'time_zone'));
  const place = { app, currency, timeZone: String(timeZone) };
  const rules = readRules(fields['rules'], place, problems);
  if (problems.length > 0 || currency === null) throw invalid(...problems);
  return { version, currency, rules };
}

function parse(text: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw apiError('bad_request.policy_not_json', { error: String(error) });
  }
  if (!isFields(value)) throw apiError('bad_request.policy_not_object');
  return value;
}

function readCurrency(
  app: Pick<App, 'currencies'>,
  value: unknown,
  problems: Problems,
): Currency | null {
  const found = app.currencies.get(value === undefined ? DEFAULT_CURRENCY : String(value));
  if (found === undefined) problems.push(rule.oneOf('currency', [...app.currencies.keys()]));
  return found ?? null;
}

function readRules(value: unknown, place: ConditionPlace, problems: Problems): Rule[] {
  if (!Array.isArray(value)) {
    problems.push(rule.array('rules'));
    return [];
  }
  if (value.length > RULES_MAX) problems.push(rule.keysAtMost('rules', RULES_MAX));
  const rules = value
    .slice(0, RULES_MAX)
    .map((item, n) => readRule(item, { place, path: `rules.${n}` }, problems));
  checkNames(rules, problems);
  checkOrder(value, problems);
  return rules;
}

/** A decision names its rule, so names must be unique. */
function checkNames(rules: readonly Rule[], problems: Problems): void {
  const names = new Set<string>();
  for (const [n, { name }] of rules.entries()) {
    if (names.has(name)) problems.push(rule.unique(`rules.${n}.name`));
    names.add(name);
  }
}

/** The default action must be explicit, and every rule reachable. */
function checkOrder(rules: readonly unknown[], problems: Problems): void {
  const always = rules.findIndex((item) => isFields(item) && item['when'] === undefined);
  if (always === -1) problems.push(rule.form('rules', 'last_rule'));
  else if (always < rules.length - 1) problems.push(rule.form(`rules.${always}`, 'only_last_rule'));
}

function readRule(
  value: unknown,
  { place, path }: { place: ConditionPlace; path: string },
  problems: Problems,
): Rule {
  const fields = isFields(value) ? value : {};
  if (!isFields(value)) problems.push(rule.object(path));
  unknownFields(fields, { path, known: ['name', 'note', 'when', 'do'] }, problems);
  const { name = '', note = '', when = {} } = fields;
  if (typeof name !== 'string' || name.trim() === '') problems.push(rule.filled(`${path}.name`));
  else if (name.length > NAME_LENGTH_MAX)
    problems.push(rule.lengthAtMost(`${path}.name`, NAME_LENGTH_MAX));
  if (typeof note !== 'string') problems.push(rule.string(`${path}.note`));
  // An empty "when" would look like a condition but always match.
  if (fields['when'] !== undefined && isFields(when) && Object.keys(when).length === 0)
    problems.push(rule.filled(`${path}.when`));
  const conditions = readConditions(when, { ...place, path: `${path}.when` }, problems);
  return {
    name: String(name),
    when: conditions,
    action: readAction(fields['do'], path, problems),
  };
}

function readAction(value: unknown, path: string, problems: Problems): Action {
  if (value === 'allow' || value === 'refuse') return { outcome: value };
  const approvals = isFields(value) ? value['hold'] : undefined;
  const isHold = isFields(value) && Object.keys(value).length === 1;
  if (isHold && typeof approvals === 'number' && Number.isInteger(approvals)) {
    if (approvals >= 0 && approvals <= APPROVALS_MAX) return { outcome: 'hold', approvals };
  }
  problems.push(rule.form(`${path}.do`, 'verdict', { most: `${APPROVALS_MAX}` }));
  return { outcome: 'refuse' };
}
