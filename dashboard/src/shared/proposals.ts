// Proposed decisions: their queries, and how a dialog proposes a decision or approves a proposed one in place of making
// it.
import { useQuery } from '@tanstack/react-query';
import { type CallOptions, operator } from './api.ts';
import type { OperatorApi } from './api-types.ts';
import { operatorList, operatorQuery } from './queries.ts';
import { useCan } from './session.ts';

export type Proposal = OperatorApi['proposals.list']['output']['rows'][number];
type Creation = OperatorApi['proposals.create']['input'];

/** Absent: the decision is made. */
export type Way = { readonly how: 'propose' } | { readonly how: 'approve'; readonly of: Proposal };

export const PROPOSE: Way = { how: 'propose' };

export interface OfObject {
  readonly project: string;
  readonly type: Creation['object_type'];
  readonly id: string;
}

export function proposalsOf({ project, id }: OfObject) {
  return operatorQuery(['proposal', project, id], 'proposals.list', { project, object_id: id });
}

/** Newest first; more are not shown as proposed, and the service refuses a second one. */
const OPEN_MAX = 200;

export function openProposals(project: string) {
  const requested = { project, status: 'open', limit: OPEN_MAX } as const;
  return operatorQuery(['proposal', project, 'open'], 'proposals.list', requested);
}

export function proposalList(project: string, status: Proposal['status'] | undefined) {
  return operatorList(['proposal', project, 'list', { status }], 'proposals.list', {
    project,
    status,
  });
}

/** Proposals, and what their approval changes. */
export const changedByProposal = (project: string) => [
  ['proposal', project],
  ['invoice', project],
  ['deposit'],
  ['account', project],
  ['channel_payment'],
  ['other'],
];

/** The kinds of decisions about the object that are already proposed. */
export function useOpenKinds(of: OfObject): readonly Proposal['kind'][] {
  const rows = useQuery(proposalsOf(of)).data?.rows ?? [];
  return rows.filter(({ status }) => status === 'open').map(({ kind }) => kind);
}

/** For people who may not decide themselves. */
export function useCanPropose(mayDecide: boolean): boolean {
  return useCan('proposals.create') && !mayDecide;
}

interface Proposing {
  readonly of: OfObject;
  readonly way: Way;
  readonly kind: Proposal['kind'];
  readonly fields?: Partial<
    Pick<Creation, 'address' | 'description' | 'invoice_id' | 'channel_id' | 'note'>
  >;
  /** `acceptance`: the quote that the approver saw. */
  readonly recalculation?: string;
}

export function settle(
  { of, way, kind, fields = {}, recalculation }: Proposing,
  options: CallOptions & { readonly confirms: string },
): Promise<unknown> {
  const { project, type, id } = of;
  if (way.how === 'propose') {
    const { attempt } = options;
    const input = { project, object_type: type, object_id: id, kind, ...fields };
    return operator('proposals.create', input, attempt === undefined ? {} : { attempt });
  }
  const chosen = { project, proposal_id: way.of.id, recalculation_id: recalculation };
  return operator('proposals.approve', chosen, options);
}
