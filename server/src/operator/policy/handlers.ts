// The policy of a project: the operator reads, tests and sets it.

import type { OutputOf } from '../../contract/operator/operation.ts';
import { notFound } from '../../core/errors.ts';
import {
  addApprover,
  countApprovers,
  listApprovers,
  removeApprover,
} from '../../policy/approvers.ts';
import { listDestination, listDestinations, unlistDestination } from '../../policy/destinations.ts';
import type { Policy } from '../../policy/policy.ts';
import { pageOfPolicyJournal } from '../../policy/policy-journal.ts';
import { readPolicy } from '../../policy/read-policy.ts';
import { type Replay, replay } from '../../policy/replay.ts';
import {
  BUILT_IN,
  findPolicy,
  policyHistory,
  policyInForce,
  setPolicy,
} from '../../policy/store-policies.ts';
import { type LimitUsed, limitsUsed } from '../../policy/windows-used.ts';
import { listApiKeys } from '../../projects/api-keys.ts';
import { decidedAs, resultText } from '../object-facts.ts';
import { type HandlersOf, mayEverywhere, type OperatorApp, withProblems } from '../operator.ts';
import { moneyOf, PAGE, requestedPage, requestedSpan, shownPage, withTexts } from '../present.ts';
import { findAddressProblems, findPayeeProblems, readDestinationInput } from '../read-input.ts';
import type { policyOperations } from './contract.ts';

type Operations = typeof policyOperations;

const DAYS = 30;

const versionHandlers = {
  async 'policy.show'(app, { project, version_number: wanted }) {
    const found = wanted === 0 ? null : await findPolicy(app.db, project, wanted ?? null);
    if (found !== null) return { version: found.version, document: found.document };
    if (wanted !== undefined && wanted !== 0) throw notFound();
    return { version: 0, document: BUILT_IN };
  },
  async 'policy.check'(app, { document }) {
    return { rules: readPolicy(app, document, 0).rules.length };
  },
  async 'policy.set'(app, { project, document, note }, { actor }) {
    const mayLoosen = await mayEverywhere(app.db, actor, 'rules');
    const version = await setPolicy(app, project, { document, note: note ?? null, mayLoosen });
    const policy = readPolicy(app, document, version);
    const warned = await policyWarnings(app, project, policy);
    return { project_id: project, version, warnings: warned.map(warningText), warned };
  },
  async 'policy.history'(app, { project, after, limit = PAGE }) {
    const page = await policyHistory(app.db, project, { after: after ?? null, limit });
    return shownPage(page, (row) => ({ ...row, set_at: row.created_at }));
  },
  async 'policy.journal'(app, { project, step, withdrawal_id, ...input }) {
    const page = await pageOfPolicyJournal(app.db, project, {
      step: step ?? null,
      withdrawalId: withdrawal_id ?? null,
      span: requestedSpan(input),
      ...requestedPage(input),
    });
    return shownPage(page, (row) => ({ ...row, at: row.created_at, facts: withTexts(row.facts) }));
  },
  async 'policy.windows'(app, { project }) {
    const { policy } = await policyInForce(app.db, app, project);
    return (await limitsUsed(app, project, policy)).map((limit) => usedText(app, policy, limit));
  },
  async 'policy.test'(app, { project, document, days }) {
    const inForce = await policyInForce(app.db, app, project);
    // Parsed as its future version, because rules of version 0 are the service's built-in ones.
    const policy = readPolicy(app, document, inForce.policy.version + 1);
    return replayed(app, policy, await replay(app, project, { policy, days: days ?? DAYS }));
  },
} satisfies Partial<HandlersOf<Operations>>;

const peopleHandlers = {
  async 'policy.approvers.add'(app, { project, name, key }) {
    return { name, code: await addApprover(app, project, { name, apiKey: key ?? null }) };
  },
  async 'policy.approvers.list'(app, { project }) {
    const approvers = await listApprovers(app.db, project);
    return approvers.map((row) => ({ ...row, own_key: row.api_key, since: row.created_at }));
  },
  async 'policy.approvers.remove'(app, { project, name }) {
    await removeApprover(app, project, name);
    return { name };
  },
  'policy.addresses.add': withProblems<Operations['policy.addresses.add']>(
    async (app, { project, currency, address, name }, { actor }) => {
      const destination = { coin: currency, ...readDestinationInput(app, { currency, address }) };
      const mayLoosen = await mayEverywhere(app.db, actor, 'rules');
      await listDestination(app, project, { destination, name: name ?? null, mayLoosen });
      return destination;
    },
    findPayeeProblems,
  ),
  'policy.addresses.remove': withProblems<Operations['policy.addresses.remove']>(
    async (app, { project, currency, address }) => {
      const destination = { coin: currency, ...readDestinationInput(app, { currency, address }) };
      await unlistDestination(app, project, destination);
      return destination;
    },
    findAddressProblems,
  ),
  async 'policy.addresses.list'(app, { project, all, coin, after, limit = PAGE }) {
    const requested = { all: all === true, coin: coin ?? null, after: after ?? null, limit };
    return listDestinations(app.db, project, requested);
  },
} satisfies Partial<HandlersOf<Operations>>;

export const policyHandlers: HandlersOf<Operations> = { ...versionHandlers, ...peopleHandlers };

function usedText(app: OperatorApp, { currency }: Policy, { rule, condition, used }: LimitUsed) {
  const { hours, per } = condition.window;
  const isSum = condition.kind === 'sumAbove';
  return {
    rule,
    hours,
    per,
    limit: isSum ? moneyOf(app, condition.amount, currency.code) : null,
    limit_count: isSum ? null : condition.count,
    used: used.map((row) => ({ ...row, value: moneyOf(app, row.sum, currency.code) })),
  };
}

function replayed(app: OperatorApp, { currency }: Policy, result: Replay) {
  const { attempts, counts, differing } = result;
  const differences = result.differences.map((item) => ({
    ...item,
    value: moneyOf(app, item.value, currency.code),
    to: `${item.coin} ${item.destination}`,
    was: resultText(item.was),
    would_be: resultText(item.would),
    was_decided: decidedAs(item.was),
    would_decide: decidedAs(item.would),
  }));
  return { attempts, ...counts, differing, differences };
}

type Warning = OutputOf<(typeof policyOperations)['policy.set']>['warned'][number];

async function policyWarnings(
  app: OperatorApp,
  projectId: string,
  policy: Policy,
): Promise<Warning[]> {
  return [
    ...(await missingApprovers(app, projectId, policy)),
    ...(await missingKeys(app, projectId, policy)),
  ];
}

/** In English. Pure. */
function warningText({ kind, wanted, present, key }: Warning): string {
  switch (kind) {
    case 'approvals_unmet':
      return `a rule requires ${wanted} approvals, but there are ${present} approvers: chaintill policy approvers add`;
    case 'key_unknown':
      return `the project has no API key ${key}: chaintill keys list`;
  }
}

/** Finds holds that nobody can release. */
async function missingApprovers(
  app: OperatorApp,
  projectId: string,
  { rules }: Policy,
): Promise<Warning[]> {
  const needed = rules.map((item) => (item.action.outcome === 'hold' ? item.action.approvals : 0));
  const wanted = Math.max(0, ...needed);
  const present = await countApprovers(app.db, projectId);
  return present >= wanted ? [] : [{ kind: 'approvals_unmet', wanted, present, key: null }];
}

/** Finds rules with a misspelled key, which match nothing. */
async function missingKeys(
  app: OperatorApp,
  projectId: string,
  { rules }: Policy,
): Promise<Warning[]> {
  const keys = new Set((await listApiKeys(app, projectId)).map(({ key }) => key));
  const conditions = rules.flatMap(({ when }) => when);
  const named = conditions.flatMap((item) => (item.kind === 'key' ? [...item.anyOf] : []));
  const missing = [...new Set(named)].filter((key) => !keys.has(key));
  return missing.map((key) => ({ kind: 'key_unknown', wanted: null, present: null, key }));
}
