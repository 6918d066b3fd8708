// Queries of the policy screens. All keys start with `policy`, then the project.
import { operator } from '../../shared/api.ts';
import type { OperatorApi } from '../../shared/api-types.ts';
import {
  listOptions,
  operatorList,
  operatorQuery,
  operatorWhole,
  ROWS_OF_A_PAGE,
} from '../../shared/queries.ts';

export type Replay = OperatorApi['policy.test']['output'];
export type Limit = OperatorApi['policy.windows']['output'][number];
export type PolicyEntry = OperatorApi['policy.journal']['output']['rows'][number];
export type PolicyStep = NonNullable<OperatorApi['policy.journal']['input']['step']>;

export function policyOne(project: string, version?: number) {
  return operatorQuery(['policy', project, 'one', version ?? null], 'policy.show', {
    project,
    version_number: version,
  });
}

export function policyHistory(project: string) {
  return listOptions(['policy', project, 'history'], async (after, signal) => {
    const requested = { project, limit: ROWS_OF_A_PAGE };
    const given = after === undefined ? {} : { after: after as unknown as number };
    const { rows, next } = await operator('policy.history', { ...requested, ...given }, { signal });
    return { rows, next: next === null ? null : String(next), total: null };
  });
}

export function addressBook(project: string) {
  return operatorList(['policy', project, 'addresses'], 'policy.addresses.list', { project });
}

export function limitsUsed(project: string) {
  return operatorQuery(['policy', project, 'limits'], 'policy.windows', { project });
}

/** Validates a policy: the number of its rules, or all problems. */
export function policyChecked(project: string, document: string) {
  return {
    ...operatorQuery(['policy', project, 'check', document], 'policy.check', { project, document }),
    retry: false,
  };
}

export function approverList(project: string) {
  return operatorWhole(['policy', project, 'approvers'], 'policy.approvers.list', { project });
}

export function policyJournal(project: string, step: PolicyStep | undefined) {
  return operatorList(['policy', project, 'journal', step ?? null], 'policy.journal', {
    project,
    step,
  });
}
