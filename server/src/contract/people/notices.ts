// Mail notifications: each person subscribes to some of those that they may read.
import { Type } from 'typebox';
import type { ADMINISTRATIVE_NEEDS, PROJECT_NEEDS } from '../../operator/overview/contract.ts';
import { list, oneOf as oneOfText, required } from '../fields.ts';
import { Id, oneOf, row, TextOrNull } from '../schema.ts';
import { peopleOperation } from './fields.ts';

/** Items in a project that require action, for people who may read there. */
export const PROJECT_NOTICES = [
  'deposits_unmatched',
  'withdrawals_for_approval',
  'withdrawals_on_hold',
  'withdrawals_failed',
  'invoices_unresolved',
  'channel_payments_held',
  'refund_claims_claimed',
  'callback_deliveries_failed',
  'proposals_open',
] as const satisfies readonly (typeof PROJECT_NEEDS)[number][];
/** Instance-wide items, for people with instance read access. */
const INSTANCE_NOTICES = [
  'alerts',
  'hot_wallets_low',
  'chains_not_synced',
] as const satisfies readonly (typeof ADMINISTRATIVE_NEEDS)[number][];
export const NOTICES = [...PROJECT_NOTICES, ...INSTANCE_NOTICES] as const;
export type Notice = (typeof NOTICES)[number];
export type InstanceNotice = (typeof INSTANCE_NOTICES)[number];

export function isAdministrative(kind: Notice): kind is InstanceNotice {
  return INSTANCE_NOTICES.some((one) => one === kind);
}

const Notices = Type.Array(oneOf(NOTICES));

export const noticeOperations = {
  'me.notices': peopleOperation({
    method: 'GET',
    path: '/me/notices',
    summary: 'List the email notifications that you have chosen and those that you can choose',
    output: row({
      email: TextOrNull,
      is_mail_set_up: Type.Boolean(),
      offered: Notices,
      chosen: Notices,
    }),
  }),
  'me.choose-notices': peopleOperation({
    method: 'POST',
    path: '/me/notices',
    summary: 'Choose your email notifications. Replaces the previous choice',
    leavesNoLine: true,
    input: { kinds: required(list(oneOfText(NOTICES), { max: NOTICES.length })) },
    output: row({ id: Id }),
  }),
} as const;
