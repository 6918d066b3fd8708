// Payout batches: files of payouts that are checked, quoted, sent and reported as one object.
import { Type } from 'typebox';
import { boolean, oneOf, required, text, uuid } from '../../contract/fields.ts';
import {
  operatorOperation,
  paging,
  placeAfter,
  secret,
  theProject,
} from '../../contract/operator/operation.ts';
import * as schema from '../../contract/schema.ts';

const FILE_LENGTH_MAX = 3_000_000;
const FILE_BYTES_MAX = 4_000_000;
const NAME_LENGTH_MAX = 200;

const STATUSES = ['checking', 'ready', 'sending', 'completed', 'cancelled'] as const;
/** Of its withdrawal, or of a row without one: `waiting`, `refused`, `cancelled`. */
const ROW_STATUSES = [
  'waiting',
  'refused',
  'pending',
  'on_hold',
  'processing',
  'sent',
  'completed',
  'failed',
  'cancelled',
] as const;

const summary = {
  id: schema.Id,
  project_id: schema.Id,
  status: schema.oneOf(STATUSES),
  name: schema.Text,
  row_count: Type.Integer(),
  /** The quote of all rows that can be sent. Null until they are checked. */
  charged: schema.nullable(Type.Array(schema.Money)),
  created_by: schema.Text,
  sent_by: schema.TextOrNull,
  created_at: schema.Time,
  sent_at: schema.TimeOrNull,
  ended_at: schema.TimeOrNull,
};

const Batch = schema.row(summary);

/** Kept out of the audit log. */
const file = {
  ...required(
    text(FILE_LENGTH_MAX, 'CSV with `address`, `amount` and `currency`; at most 10,000 rows'),
  ),
  isBulky: true,
  bytesMax: FILE_BYTES_MAX,
} as const;
const named = { project: theProject, batch_id: required(uuid('ID of the payout batch')) };
const about = { type: 'payout_batch', input: 'batch_id' } as const;

const readOperations = {
  'payout-batches.list': operatorOperation({
    summary: 'List payout batches, newest first',
    permission: 'read',
    input: {
      project: theProject,
      status: oneOf(STATUSES, 'only batches with this status'),
      ...paging,
    },
    output: schema.page(summary),
  }),
  'payout-batches.show': operatorOperation({
    summary: 'Show a payout batch: its quote, its rows by status, and the approvals it needs',
    permission: 'read',
    input: named,
    output: schema.row({
      ...summary,
      /** The temporary error that it waits for. */
      wait_code: schema.TextOrNull,
      results: schema.rows({
        status: schema.oneOf(ROW_STATUSES),
        count: Type.Integer(),
        charged: Type.Array(schema.Money),
      }),
      /** Rows that the policy holds, or will hold as far as it is known. */
      held: Type.Integer(),
      approvals_given: Type.Integer(),
      approvals_needed: Type.Integer(),
      /** Of coins whose transactions pay many recipients, with what separate transactions would cost. */
      network_fees: schema.rows({
        shared: schema.Money,
        alone: schema.Money,
        /** Not above 0 when separate transactions would cost no more. */
        saved_percent: Type.Integer(),
        is_estimated: Type.Boolean(),
      }),
    }),
  }),
  'payout-batches.rows': operatorOperation({
    summary: 'List the rows of a payout batch in the order of the file, with why a row is not sent',
    permission: 'read',
    input: {
      ...named,
      status: oneOf(ROW_STATUSES, 'only rows with this status'),
      limit: paging.limit,
      after: placeAfter(1),
    },
    output: schema.pageBy(
      {
        row: Type.Integer(),
        line: Type.Integer(),
        status: schema.oneOf(ROW_STATUSES),
        address: schema.Text,
        amount: schema.Text,
        amount_currency: schema.Text,
        custom_id: schema.Text,
        sends: schema.nullable(schema.Money),
        charged: schema.nullable(schema.Money),
        /** The policy would hold it. Null: not checked, or refused. */
        is_held: schema.nullable(Type.Boolean()),
        withdrawal_id: schema.nullable(schema.Id),
        txid: schema.TextOrNull,
        problems: schema.rows({
          target: schema.Text,
          code: schema.Text,
          message: schema.Text,
          args: schema.Facts,
        }),
      },
      schema.Text,
    ),
  }),
  'payout-batches.report': operatorOperation({
    summary: 'Report each row of a payout batch as CSV: what it was charged, its status, and why',
    permission: 'read',
    input: named,
    output: schema.row({ name: schema.Text, csv: schema.Text }),
  }),
} as const;

export const payoutBatchesOperations = {
  ...readOperations,
  'payout-batches.create': operatorOperation({
    summary: 'Create a payout batch from a CSV file. It is checked and quoted; nothing is sent',
    permission: 'payout',
    about: { type: 'payout_batch', output: 'id' },
    input: {
      project: theProject,
      file,
      name: text(NAME_LENGTH_MAX, 'name of the file'),
      pays_again: boolean('send rows without a `custom_id` again that were sent before'),
    },
    output: Batch,
  }),
  'payout-batches.send': operatorOperation({
    summary:
      'Send a checked payout batch. Each valid row becomes a withdrawal, at most at the quoted price plus the allowed change',
    permission: 'payout',
    about,
    input: named,
    output: Batch,
  }),
  'payout-batches.approve': operatorOperation({
    summary: 'Approve all withdrawals of a payout batch that the policy holds, as one approver',
    permission: 'approve',
    about,
    input: {
      ...named,
      approver: text(
        NAME_LENGTH_MAX,
        'name of the approver; omit it if you are signed in and approve by role',
      ),
      code: secret('code of the approver'),
    },
    output: Batch,
  }),
  'payout-batches.cancel': operatorOperation({
    summary: 'Cancel a payout batch before it is sent',
    permission: 'payout',
    about,
    input: named,
    output: Batch,
  }),
} as const;
