// `chaintill policy`: what decides about a project's withdrawals. Shown, checked, replayed and set as one JSON
// document; every version is kept.
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import type { App } from '../app.ts';
import { badRequest, invalid, notFound, rule } from '../core/errors.ts';
import { formatAmount } from '../core/money.ts';
import { listApprovers } from '../policy/approvers.ts';
import { readJournal } from '../policy/journal.ts';
import type { Decision, Policy } from '../policy/policy.ts';
import { readPolicy } from '../policy/read-policy.ts';
import { type Replay, replay } from '../policy/replay.ts';
import { BUILT_IN, policyHistory, setPolicy } from '../policy/store.ts';
import { listApiKeys } from '../projects/api-keys.ts';
import { findProjectId } from './find-project.ts';
import { addPolicyPeopleCommands } from './policy-people.ts';
import { action, note, print, printRows, withApp } from './run.ts';

export function addPolicyCommands(program: Command): void {
  const policy = program
    .command('policy')
    .description('Rules that allow, hold or refuse the withdrawals of a project (docs/policy.md)');
  addShowCommand(policy);
  addCheckCommand(policy);
  addSetCommand(policy);
  addHistoryCommands(policy);
  addTestCommand(policy);
  addPolicyPeopleCommands(policy);
}

function addShowCommand(policy: Command): void {
  policy
    .command('show <project_id>')
    .description('Print the policy in force, as it was set')
    .option('--version-number <n>', 'another version')
    .addHelpText('after', '\nExample:\n  chaintill policy show 0199... > policy.json')
    .action(
      action((projectId: string, options: { versionNumber?: string }) =>
        withApp(async (app) => {
          const versions = await policyHistory(app.db, await findProjectId(app, projectId));
          const wanted = options.versionNumber ?? String(versions[0]?.version ?? 0);
          const found = versions.find(({ version }) => String(version) === wanted);
          if (found === undefined && wanted !== '0') throw notFound();
          note(found === undefined ? 'The built-in policy' : `Version ${found.version}`);
          print(found?.document ?? BUILT_IN);
        }),
      ),
    );
}

function addCheckCommand(policy: Command): void {
  policy
    .command('check <file>')
    .description('Say what is wrong with a policy, all at once')
    .addHelpText('after', '\nExample:\n  chaintill policy check policy.json')
    .action(
      action((file: string) =>
        withApp(async (app) => {
          const { rules } = readPolicy(app, readText(file), 0);
          print(`It is a policy of ${rules.length} rules`);
        }),
      ),
    );
}

function addSetCommand(policy: Command): void {
  policy
    .command('set <project_id> <file>')
    .description('Put a policy in force; the withdrawals from now on are decided by it')
    .option('--note <text>', 'why; kept with the version')
    .addHelpText(
      'after',
      '\nExample:\n  chaintill policy set 0199... policy.json --note "day limit"',
    )
    .action(
      action((projectId: string, file: string, options: { note?: string }) =>
        withApp(async (app) => {
          const project = await findProjectId(app, projectId);
          const document = readText(file);
          const version = await setPolicy(app, project, { document, note: options.note ?? null });
          print(`Version ${version} is in force`);
          const policyNow = readPolicy(app, document, version);
          await warnOfApprovers(app, project, policyNow);
          await warnOfKeys(app, project, policyNow);
        }),
      ),
    );
}

/** A hold that nobody can release is better found now than when a customer waits for the money. */
async function warnOfApprovers(app: App, projectId: string, { rules }: Policy): Promise<void> {
  const needed = rules.map((item) => (item.action.outcome === 'hold' ? item.action.approvals : 0));
  const most = Math.max(0, ...needed);
  const approvers = await listApprovers(app.db, projectId);
  if (approvers.length >= most) return;
  note(
    `Note: a rule wants ${most} approvals, and there are ${approvers.length} approvers: chaintill policy approvers add`,
  );
}

/** A rule for a key that is misspelt matches nothing, and nothing else would tell. */
async function warnOfKeys(app: App, projectId: string, { rules }: Policy): Promise<void> {
  const keys = new Set((await listApiKeys(app, projectId)).map(({ key }) => key));
  const conditions = rules.flatMap(({ when }) => when);
  const named = conditions.flatMap((item) => (item.kind === 'key' ? [...item.anyOf] : []));
  for (const key of new Set(named)) {
    if (!keys.has(key)) note(`Note: the project has no API key ${key}: chaintill keys list`);
  }
}

function addHistoryCommands(policy: Command): void {
  policy
    .command('history <project_id>')
    .description('List the versions, newest first')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  chaintill policy history 0199...')
    .action(
      action((projectId: string, options: { json?: boolean }) =>
        withApp(async (app) => {
          const versions = await policyHistory(app.db, await findProjectId(app, projectId));
          const rows = versions.map((row) => ({
            version: row.version,
            set_at: row.created_at.toISOString(),
            note: row.note,
          }));
          printRows(rows, options.json === true);
        }),
      ),
    );
  policy
    .command('journal <project_id>')
    .description('What rules refused and people decided or changed, newest first')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  chaintill policy journal 0199...')
    .action(
      action((projectId: string, options: { json?: boolean }) =>
        withApp(async (app) => {
          const rows = await readJournal(app.db, await findProjectId(app, projectId), null);
          const shown = rows.map(({ created_at: at, facts, ...row }) => ({
            at: at.toISOString(),
            ...row,
            facts: options.json === true ? facts : JSON.stringify(facts),
          }));
          printRows(shown, options.json === true);
        }),
      ),
    );
}

const DAYS_MAX = 366;

function addTestCommand(policy: Command): void {
  policy
    .command('test <project_id> <file>')
    .description('Replay the last 30 days against a policy: what would be decided differently')
    .option('--days <n>', 'how many days', '30')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  chaintill policy test 0199... policy.json')
    .action(
      action((projectId: string, file: string, options: { days: string; json?: boolean }) =>
        withApp(async (app) => {
          const days = Number(options.days);
          if (!Number.isInteger(days) || days < 1) throw invalid(rule.atLeast('days', '1'));
          if (days > DAYS_MAX) throw invalid(rule.atMost('days', String(DAYS_MAX)));
          const draft = readPolicy(app, readText(file), 0);
          const result = await replay(app, await findProjectId(app, projectId), {
            policy: draft,
            days,
          });
          printReplay(result, draft, options.json === true);
        }),
      ),
    );
}

function printReplay(result: Replay, { currency }: Policy, asJson: boolean): void {
  const differences = result.differences.map((item) => ({
    at: item.at.toISOString(),
    id: item.id,
    value: `${formatAmount(item.value, currency)} ${currency.code}`,
    to: `${item.coin} ${item.destination}`,
    was: outcomeText(item.was),
    would_be: outcomeText(item.would),
  }));
  const { attempts, counts, differing } = result;
  if (asJson) {
    print(JSON.stringify({ attempts, ...counts, differing, differences }, null, 2));
    return;
  }
  if (differing > 0) printRows(differences, false);
  if (differing > differences.length) note(`... and ${differing - differences.length} more`);
  print(
    `${attempts} asked for: ${counts.allow} allowed, ${counts.hold} held, ${counts.refuse} refused; ${differing} differently than before`,
  );
}

export function outcomeText(decision: Pick<Decision, 'outcome' | 'rule' | 'approvals'>): string {
  const { outcome, rule: name, approvals } = decision;
  const what = outcome === 'hold' && approvals > 0 ? `hold for ${approvals}` : outcome;
  return `${what} (${name})`;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw badRequest(`cannot read ${file}: ${String(error)}`);
  }
}
