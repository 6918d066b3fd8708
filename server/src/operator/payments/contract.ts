// "I paid, but nothing happened": what a transaction, an address or a payment link is, and what to do about it.
import { Type } from 'typebox';
import { required, text } from '../../contract/fields.ts';
import { UNMATCHED_REASONS } from '../../contract/objects/coin-deposits.ts';
import { anyProject, operatorOperation } from '../../contract/operator/operation.ts';
import * as schema from '../../contract/schema.ts';

/** A payment URI with a label and a message, or a link with tracking parameters. */
const TEXT_LENGTH_MAX = 1000;

/** What a payment is. The first one that applies is the answer. */
export const PAYMENT_FINDINGS = [
  'credited',
  'held',
  'partly_paid',
  'being_processed',
  'unconfirmed',
  'wrong_network',
  'wrong_asset',
  'below_minimum',
  'unmatched',
  'returned',
  'reversed',
  'dropped',
  'not_read_yet',
  'unsupported_token',
  'payout',
  'own_wallet',
  'contents_unknown',
  'nothing_received',
  'tag_needed',
  'other_tag',
  'not_ours',
] as const;
export type PaymentFinding = (typeof PAYMENT_FINDINGS)[number];

export const PAYMENT_VERDICTS = [
  ...PAYMENT_FINDINGS,
  'node_unreachable',
  'not_found',
  'not_readable',
] as const;

export const FEE_LEVELS = ['below_slow', 'slow', 'average', 'fast'] as const;

export const NETWORK_RESULTS = [
  'found',
  'not_found',
  'not_searched_completely',
  'unreachable',
] as const;

export const paymentsOperations = {
  'payments.find': operatorOperation({
    summary: 'Explain what became of a payment: by transaction, address, payment URI or link',
    permission: 'read',
    input: {
      text: required(
        text(
          TEXT_LENGTH_MAX,
          'transaction ID, address, payment URI, payment link or explorer link',
        ),
      ),
      project: anyProject('as a member of this project: payments of other projects are not ours'),
    },
    output: schema.row({
      verdict: schema.oneOf(PAYMENT_VERDICTS),
      /** Most helpful first, at most 20. */
      findings: schema.rows({
        code: schema.oneOf(PAYMENT_FINDINGS),
        coin: schema.TextOrNull,
        network: schema.TextOrNull,
        amount: schema.nullable(schema.Money),
        txid: schema.TextOrNull,
        explorer_url: schema.TextOrNull,
        address: schema.TextOrNull,
        project_id: schema.nullable(schema.Id),
        deposit_id: schema.nullable(schema.Id),
        /** If it came to a channel. */
        channel_payment_id: schema.nullable(schema.Id),
        /** The invoice, the channel or the withdrawal. */
        object: schema.nullable(
          schema.row({
            type: schema.oneOf(['invoice', 'channel', 'withdrawal']),
            id: schema.Id,
            title: schema.TextOrNull,
            status: schema.Text,
            context: schema.TextOrNull,
            expires_at: schema.TimeOrNull,
            /** What an invoice still needs. Null unless it waits for more. */
            missing: schema.nullable(schema.Money),
          }),
        ),
        reason: schema.nullable(schema.oneOf(UNMATCHED_REASONS)),
        /** Null unless it is unconfirmed. */
        confirmations: schema.nullable(
          schema.row({ seen: Type.Integer(), required: schema.nullable(Type.Integer()) }),
        ),
        /** The fee rate of an unconfirmed transaction, compared with current fees. Null when not known. */
        fee_level: schema.nullable(schema.oneOf(FEE_LEVELS)),
        /** For `not_ours`: the addresses that the transaction paid, at most five. */
        paid_to: Type.Array(schema.Text),
        seen_at: schema.TimeOrNull,
      }),
      /** The networks that were searched. Empty when the database had the answer. */
      networks: schema.rows({
        network: schema.Text,
        coin: schema.Text,
        result: schema.oneOf(NETWORK_RESULTS),
      }),
    }),
  }),
} as const;
