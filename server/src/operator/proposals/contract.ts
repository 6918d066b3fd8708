// Decisions about money that people prepare without the permission to make them, and the approval of those who have it.
import { oneOf, required, text, uuid } from '../../contract/fields.ts';
import {
  anyProject,
  operatorOperation,
  paging,
  theProject,
} from '../../contract/operator/operation.ts';
import * as schema from '../../contract/schema.ts';

const ADDRESS_LENGTH_MAX = 200;
const TEXT_LENGTH_MAX = 1000;

export const PROPOSAL_KINDS = ['refund', 'acceptance', 'credit'] as const;
export const PROPOSED_TYPES = ['invoice', 'deposit', 'channel_payment'] as const;
export const PROPOSAL_STATUSES = ['open', 'approved', 'declined', 'withdrawn', 'outdated'] as const;
/** What an approval runs: operations of the merchant, and of project members for channel payments on hold. */
export const PROPOSED_OPERATIONS = [
  'createInvoiceRefund',
  'createInvoiceRecalculation',
  'refundCoinDeposit',
  'creditCoinDeposit',
  'attachCoinDeposit',
  'channel-payments.release',
  'channel-payments.refund',
] as const;
/** Why it can no longer be approved. */
export const OUTDATED_CODES = ['resolved', 'amount_changed', 'reversed', 'target_closed'] as const;

const Proposal = schema.row({
  id: schema.Id,
  project_id: schema.Id,
  kind: schema.oneOf(PROPOSAL_KINDS),
  object_type: schema.oneOf(PROPOSED_TYPES),
  object_id: schema.Id,
  operation: schema.oneOf(PROPOSED_OPERATIONS),
  /** The received money that is decided about. */
  amount: schema.Money,
  /** Null: to the account of the coin. */
  address: schema.TextOrNull,
  invoice_id: schema.nullable(schema.Id),
  channel_id: schema.nullable(schema.Id),
  description: schema.TextOrNull,
  note: schema.TextOrNull,
  proposed_by: schema.Text,
  proposed_by_id: schema.nullable(schema.Id),
  created_at: schema.Time,
  status: schema.oneOf(PROPOSAL_STATUSES),
  decided_by: schema.TextOrNull,
  decided_at: schema.TimeOrNull,
  reason: schema.TextOrNull,
  outdated_code: schema.nullable(schema.oneOf(OUTDATED_CODES)),
  /** IDs of what the approval created. */
  result: schema.nullable(schema.Facts),
});

const decided = {
  project: theProject,
  proposal_id: required(uuid('ID of the proposal')),
};
const about = { type: 'proposal', input: 'proposal_id' } as const;

export const proposalsOperations = {
  'proposals.list': operatorOperation({
    summary: 'List proposed decisions, newest first',
    permission: 'read',
    input: {
      project: anyProject('only of this project'),
      status: oneOf(PROPOSAL_STATUSES, 'only proposals with this status'),
      object_id: uuid('only about this invoice, unmatched payment or channel payment'),
      ...paging,
    },
    output: schema.page(Proposal.properties),
  }),
  'proposals.create': operatorOperation({
    summary:
      'Propose a refund, an acceptance or a credit. Nothing moves until a person with the permission `payout` approves it',
    permission: 'annotate',
    about: { type: 'invoice', typeInput: 'object_type', input: 'object_id' },
    input: {
      project: theProject,
      object_type: required(oneOf(PROPOSED_TYPES, 'type of the object')),
      object_id: required(uuid('ID of the invoice, unmatched payment or channel payment')),
      kind: required(
        oneOf(
          PROPOSAL_KINDS,
          '`acceptance`: settle an unresolved invoice for the amount paid. `credit`: to the account, or attached to an invoice or a channel',
        ),
      ),
      address: text(
        ADDRESS_LENGTH_MAX,
        'destination of a refund; required for an unmatched payment. Default: your account, and for a channel payment the address of the customer',
      ),
      invoice_id: uuid('`credit`: attach the payment to this invoice'),
      channel_id: uuid('`credit`: attach the payment to this channel'),
      description: text(
        TEXT_LENGTH_MAX,
        'unmatched payments and channel payments: reason, kept with the payment',
      ),
      note: text(TEXT_LENGTH_MAX, 'note for the person who decides'),
    },
    output: Proposal,
  }),
  'proposals.approve': operatorOperation({
    summary:
      'Approve a proposal and run its decision once. If the object has changed, the proposal becomes `outdated` and nothing moves',
    permission: 'payout',
    about,
    input: {
      ...decided,
      recalculation_id: uuid(
        '`acceptance`: the recalculation to commit. Default: the current rate',
      ),
    },
    output: Proposal,
  }),
  'proposals.decline': operatorOperation({
    summary: 'Decline a proposal. Nothing moves',
    permission: 'payout',
    about,
    input: { ...decided, reason: text(TEXT_LENGTH_MAX, 'reason, shown to the author') },
    output: Proposal,
  }),
  'proposals.withdraw': operatorOperation({
    summary: 'Withdraw your own proposal',
    permission: 'annotate',
    about,
    input: decided,
    output: Proposal,
  }),
} as const;
