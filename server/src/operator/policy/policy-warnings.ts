// Warns about gaps of the policy in force. Reported when it is set, because otherwise they would only be noticed when a
// customer has to wait.
import type { OutputOf } from '../../contract/operator/operation.ts';
import { countApprovers } from '../../policy/approvers.ts';
import type { Policy } from '../../policy/policy.ts';
import { listApiKeys } from '../../projects/api-keys.ts';
import type { OperatorApp } from '../operator.ts';
import type { policyOperations } from './contract.ts';

type Warning = OutputOf<(typeof policyOperations)['policy.set']>['warned'][number];

export async function policyWarnings(
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
export function warningText({ kind, wanted, present, key }: Warning): string {
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
