// Proposed decisions: the list, and how they are made, approved, declined and withdrawn.
import type { InputOf } from '../../contract/operator/operation.ts';
import { type ErrorDetail, rule } from '../../core/errors.ts';
import { approveProposal, declineProposal, withdrawProposal } from '../../proposals/decide.ts';
import {
  type Decider,
  listProposals,
  type ProposalRow,
  type Proposed,
} from '../../proposals/proposal.ts';
import { propose } from '../../proposals/propose.ts';
import {
  type HandlersOf,
  keyOf,
  type OperationContext,
  type OperatorApp,
  withProblems,
} from '../operator.ts';
import { moneyOf, requestedPage, shownPage } from '../present.ts';
import type { proposalsOperations } from './contract.ts';

type Operations = typeof proposalsOperations;
type Creation = Operations['proposals.create'];
type CreationInput = InputOf<Creation>;

export const proposalsHandlers: HandlersOf<Operations> = {
  async 'proposals.list'(app, { project, status, object_id, ...input }) {
    const requested = {
      projectId: project ?? null,
      status: status ?? null,
      objectId: object_id ?? null,
      ...requestedPage(input),
    };
    return shownPage(await listProposals(app.db, requested), (row) => shown(app, row));
  },
  'proposals.create': withProblems<Creation>(async (app, input, { actor, objectId }) => {
    const wanted = { proposed: proposedBy(input), note: filled(input.note) ?? null, objectId };
    return shown(app, await propose(app, wanted, personOf(actor)));
  }, findProblems),
  async 'proposals.approve'(app, { project, proposal_id: id, recalculation_id }, { actor }) {
    const approval = {
      by: personOf(actor),
      recalculationId: recalculation_id,
      apiKey: actor.userId === undefined ? null : keyOf(actor),
    };
    return shown(app, await approveProposal(app, { projectId: project, id }, approval));
  },
  async 'proposals.decline'(app, { project, proposal_id: id, reason }, { actor }) {
    const refusal = { by: personOf(actor), reason: filled(reason) };
    return shown(app, await declineProposal(app, { projectId: project, id }, refusal));
  },
  async 'proposals.withdraw'(app, { project, proposal_id: id }, { actor }) {
    const author = { by: personOf(actor), isOfMachine: actor.kind === 'system_user' };
    return shown(app, await withdrawProposal(app, { projectId: project, id }, author));
  },
};

function personOf({ userId, name }: OperationContext['actor']): Decider {
  return { userId: userId ?? null, name };
}

function filled(text: string | undefined): string | undefined {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? undefined : trimmed;
}

/** Which fields a decision has. A field of another decision is refused, because it would be ignored. */
function findProblems(_: unknown, input: Partial<CreationInput>, problems: ErrorDetail[]): void {
  const { object_type: type, kind } = input;
  if (type === undefined || kind === undefined) return;
  const possible = possibleKinds[type];
  if (!possible.some((each) => each === kind)) problems.push(rule.oneOf('kind', possible));
  const wanted = fieldsOf(type, kind);
  for (const field of ['address', 'description', 'invoice_id', 'channel_id'] as const) {
    const isThere = filled(input[field]) !== undefined;
    if (isThere && !wanted.possible.includes(field)) problems.push(rule.unsupported(field));
    if (!isThere && wanted.needed.includes(field)) problems.push(rule.filled(field));
  }
  if (input.invoice_id !== undefined && input.channel_id !== undefined)
    problems.push(rule.exactlyOneOf('invoice_id', ['invoice_id', 'channel_id']));
}

const possibleKinds = {
  invoice: ['refund', 'acceptance'],
  deposit: ['refund', 'credit'],
  channel_payment: ['refund', 'credit'],
} as const;

type InputField = 'address' | 'description' | 'invoice_id' | 'channel_id';

function fieldsOf(
  type: CreationInput['object_type'],
  kind: CreationInput['kind'],
): { readonly possible: readonly InputField[]; readonly needed: readonly InputField[] } {
  if (type === 'invoice') return { possible: kind === 'refund' ? ['address'] : [], needed: [] };
  const both = ['address', 'description'] as const;
  const described = ['description'] as const;
  if (type === 'channel_payment')
    return { possible: kind === 'refund' ? both : described, needed: described };
  if (kind === 'refund') return { possible: both, needed: both };
  return { possible: ['description', 'invoice_id', 'channel_id'], needed: described };
}

function proposedBy(input: CreationInput): Proposed {
  const { project, kind, object_type, object_id, invoice_id, channel_id } = input;
  const given = {
    address: filled(input.address),
    description: filled(input.description),
    invoice_id,
    channel_id,
  };
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  return {
    project_id: project,
    kind,
    object_type,
    object_id,
    operation: operationOf(input),
    input: Object.fromEntries(entries),
  };
}

function operationOf(input: CreationInput): Proposed['operation'] {
  if (input.object_type === 'invoice')
    return input.kind === 'refund' ? 'createInvoiceRefund' : 'createInvoiceRecalculation';
  if (input.object_type === 'channel_payment')
    return input.kind === 'refund' ? 'channel-payments.refund' : 'channel-payments.release';
  if (input.kind === 'refund') return 'refundCoinDeposit';
  const isAttached = input.invoice_id !== undefined || input.channel_id !== undefined;
  return isAttached ? 'attachCoinDeposit' : 'creditCoinDeposit';
}

function shown(app: OperatorApp, row: ProposalRow) {
  const { input, proposed_by, decided_by_name, amount, coin } = row;
  return {
    ...row,
    amount: moneyOf(app, amount, coin),
    address: input.address ?? null,
    invoice_id: input.invoice_id ?? null,
    channel_id: input.channel_id ?? null,
    description: input.description ?? null,
    proposed_by: row.proposed_by_name,
    proposed_by_id: proposed_by,
    decided_by: decided_by_name,
  };
}
