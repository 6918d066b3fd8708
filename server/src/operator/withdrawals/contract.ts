// Withdrawals: payouts, whether they were broadcast, and people's decisions about those that need one.
import { Type } from 'typebox';
import { code, oneOf, required, text, uuid } from '../../contract/fields.ts';
import { ATTEMPT_STEPS } from '../../contract/objects/coin-withdrawals.ts';
import {
  anyProject,
  operatorOperation,
  orderWithin,
  paging,
  reason,
  secret,
  span,
  theProject,
} from '../../contract/operator/operation.ts';
import {
  Amount,
  Currency,
  Facts,
  Id,
  Money,
  nullable,
  oneOf as oneOfThese,
  page,
  RenderedText,
  row,
  rows,
  Text,
  TextOrNull,
  Time,
} from '../../contract/schema.ts';
import {
  CANCEL_CODES,
  SENT_CODES,
  WAIT_CODES,
  WAIT_DETAILS,
} from '../../contract/withdrawal-codes.ts';
import { RULE_CODES } from '../policy/contract.ts';

const NAME_LENGTH_MAX = 100;
const TEXT_LENGTH_MAX = 255;
const DRY_RUN_LENGTH_MAX = 500_000;

const STATUSES = [
  'new',
  'pending',
  'on_hold',
  'processing',
  'sent',
  'completed',
  'failed',
  'cancelled',
] as const;

const WAITS_FOR = ['approvers', 'operator'] as const;

const withdrawal_id = required(uuid('ID of the withdrawal'));
const claim = {
  withdrawal_id,
  approver: text(
    NAME_LENGTH_MAX,
    'name of the approver; omit it if you are signed in and approve by role',
  ),
  code: secret('code of the approver'),
};

const summary = {
  id: Id,
  status: oneOfThese(STATUSES),
  sends: Money,
  charged: Money,
  address: Text,
  tag: nullable(Type.Integer()),
  waits_for: TextOrNull,
  /** Why it failed or was canceled. */
  ended_because: TextOrNull,
  wait_code: nullable(oneOfThese(WAIT_CODES)),
  wait_message: TextOrNull,
  wait_detail: nullable(oneOfThese(WAIT_DETAILS)),
  wait_subject: TextOrNull,
  wait_facts: nullable(Facts),
  txid: TextOrNull,
  custom_id: TextOrNull,
  project_id: Id,
  created_at: Time,
};

/** The charged amount, and the amount that would be charged if it were released now. */
const Price = row({
  state: oneOfThese(['valid', 'expired', 'repriced', 'rate_unavailable']),
  text: RenderedText,
  /** For clients with their own texts: the amount that would be charged now, or that was charged before. */
  other: nullable(row({ amount: Amount, currency: Currency, rate: TextOrNull })),
  is_allowed: Type.Boolean({ description: 'must not exceed what its creator allows' }),
  until: TextOrNull,
});

/** The policy's decision when it was requested; `approvals` is the number of people who must approve one on hold. */
const Decision = row({
  outcome: oneOfThese(['allow', 'hold', 'refuse']),
  rule: Text,
  rule_code: nullable(oneOfThese(RULE_CODES)),
  version: Type.Integer({ description: '0: the built-in policy' }),
  approvals: Type.Integer(),
  reason: TextOrNull,
  /** The known address that the destination resembles. */
  looks_like: TextOrNull,
});

/** If today's price is above the limit, it is canceled instead. */
const Released = row({
  id: Id,
  released: Type.Boolean(),
  price: nullable(Price),
  cancelled_because: nullable(RenderedText),
  cancelled_detail: nullable(oneOfThese(CANCEL_CODES)),
  repriced: nullable(row({ charged: Money, rate: TextOrNull, was: Money, was_rate: TextOrNull })),
});

const readOperations = {
  'withdrawals.list': operatorOperation({
    summary: 'List committed withdrawals, newest first',
    permission: 'read',
    input: {
      project: anyProject('only of this project'),
      status: oneOf(STATUSES, 'only withdrawals with this status'),
      coin: code('coin', 'only in this coin'),
      currency: code('currency', 'only from the account in this currency'),
      custom_id: text(TEXT_LENGTH_MAX, 'only with this reference'),
      customer_id: text(TEXT_LENGTH_MAX, 'only of this customer'),
      address: text(TEXT_LENGTH_MAX, 'only to this address'),
      txid: text(TEXT_LENGTH_MAX, 'only those paid by this transaction'),
      waits_for: oneOf(WAITS_FOR, 'only those on hold for these people'),
      ...orderWithin('coin'),
      ...span,
      ...paging,
    },
    output: page(summary),
  }),
  'withdrawals.show': operatorOperation({
    summary: 'Show a withdrawal, whether it was sent, and each attempt step by step',
    permission: 'read',
    input: { withdrawal_id },
    output: row({
      ...summary,
      value: nullable(Money),
      decided: TextOrNull,
      decision: nullable(Decision),
      api_key: TextOrNull,
      customer_id: TextOrNull,
      beneficiary: nullable(Facts),
      price: nullable(Price),
      people: rows({ at: Time, step: Text, approver: TextOrNull, facts: Facts }),
      sent: Text,
      was_sent: row({ code: oneOfThese(SENT_CODES), txid: TextOrNull }),
      attempts: rows({
        at: Time,
        step: oneOfThese(ATTEMPT_STEPS),
        transfer_id: Id,
        txid: TextOrNull,
        facts: Facts,
      }),
    }),
  }),
} as const;

const dryRunOperations = {
  'withdrawals.dry-run': operatorOperation({
    summary: 'Preview withdrawals one after another: decisions and charges. Creates none',
    permission: 'payout',
    input: {
      project: theProject,
      withdrawals: required(
        text(DRY_RUN_LENGTH_MAX, 'JSON list of withdrawals as the API creates them; at most 500'),
      ),
    },
    output: row({
      rows: rows({
        problems: rows({ target: Text, code: Text, message: Text, args: Facts }),
        sends: nullable(Money),
        charged: nullable(Money),
        decision: nullable(Decision),
      }),
      charged: Type.Array(Money, { description: 'total of the withdrawals without a problem' }),
    }),
  }),
} as const;

const DESTINATION_LENGTH_MAX = 1000;
const minutes = Type.Integer({ description: 'about how long until a block includes it' });

const destinationOperations = {
  'withdrawals.read-destination': operatorOperation({
    summary: 'Read a payout destination: the coins that can be sent to an address or payment URI',
    permission: 'read',
    input: {
      project: theProject,
      text: required(text(DESTINATION_LENGTH_MAX, 'an address, an X-address or a payment URI')),
    },
    output: row({
      amount: nullable(Amount),
      coins: rows({
        currency: Currency,
        network: Text,
        address: Text,
        tag: TextOrNull,
        tag_name: TextOrNull,
        minutes: row({ slow: minutes, average: minutes, fast: minutes }),
      }),
    }),
  }),
} as const;

const decisionOperations = {
  'withdrawals.release': operatorOperation({
    summary: 'Release a withdrawal on hold, unless a rule requires approval',
    permission: 'money',
    about: { type: 'withdrawal', input: 'withdrawal_id' },
    input: { withdrawal_id },
    output: Released,
  }),
  'withdrawals.cancel': operatorOperation({
    summary: 'Cancel a withdrawal that has not been signed. The account is credited in full',
    permission: 'money',
    about: { type: 'withdrawal', input: 'withdrawal_id' },
    input: { withdrawal_id, reason: reason('reason, kept with the withdrawal') },
    output: row({ id: Id, project_id: Id }),
  }),
  'withdrawals.cancel-by-replacement': operatorOperation({
    summary:
      'Cancel a signed withdrawal that is not in a block, by sending its funds back to your wallet',
    permission: 'money',
    about: { type: 'withdrawal', input: 'withdrawal_id' },
    input: { withdrawal_id, reason: reason('reason, kept with the withdrawal') },
    output: row({ id: Id, txid: TextOrNull }),
  }),
  'withdrawals.retry': operatorOperation({
    summary: 'Retry a failed withdrawal that is not on the chain and can no longer confirm',
    permission: 'money',
    about: { type: 'withdrawal', input: 'withdrawal_id' },
    input: { withdrawal_id },
    output: row({ id: Id }),
  }),
  'withdrawals.approve': operatorOperation({
    summary: 'Approve a withdrawal on hold. It is sent after the last required approval',
    permission: 'approve',
    about: { type: 'withdrawal', input: 'withdrawal_id' },
    input: claim,
    output: row({
      id: Id,
      given: Type.Integer(),
      needed: Type.Integer(),
      released: nullable(Released),
    }),
  }),
  'withdrawals.reject': operatorOperation({
    summary: 'Reject a withdrawal on hold. It is canceled, and the account is credited in full',
    permission: 'approve',
    about: { type: 'withdrawal', input: 'withdrawal_id' },
    input: { ...claim, reason: reason('reason, kept with the withdrawal') },
    output: row({ id: Id, project_id: Id }),
  }),
} as const;

export const withdrawalsOperations = {
  ...readOperations,
  ...dryRunOperations,
  ...destinationOperations,
  ...decisionOperations,
} as const;
