// Payments to channels, as the operator sees and decides about them.
import { pageOfPayments, releasePayment, returnPayment } from '../channels/held.ts';
import type { channelPaymentsOperations } from '../contract/operator/channel-payments.ts';
import type { HandlersOf } from './operator.ts';
import { pageAsked, spanAsked } from './paging.ts';
import { moneyOf, shownPage, timeOf } from './present.ts';

export const channelPaymentsHandlers: HandlersOf<typeof channelPaymentsOperations> = {
  async 'channel-payments.list'(app, { held, ...input }) {
    const page = await pageOfPayments(app.db, {
      projectId: input.project ?? null,
      status: held === true ? 'on_hold' : (input.status ?? null),
      coin: input.coin ?? null,
      channelId: input.channel_id ?? null,
      customerId: input.customer_id ?? null,
      txid: input.txid ?? null,
      span: spanAsked(input),
      ...pageAsked(input),
    });
    return shownPage(page, (row) => ({
      id: row.id,
      amount: moneyOf(app, row.paid_amount, row.paid_currency),
      status: row.status,
      context: row.status_context,
      risk: row.risk?.level ?? null,
      source: row.risk?.resource_category ?? null,
      customer_id: row.customer_id,
      channel_id: row.channel_id,
      project_id: row.project_id,
      txid: row.txid,
      created_at: timeOf(row.created_at),
    }));
  },
  async 'channel-payments.release'(app, { channel_payment_id: id, reason }) {
    const row = await releasePayment(app, { id, reason });
    const credited = moneyOf(app, row.received_amount, row.received_currency);
    return { id, project_id: row.project_id, credited };
  },
  async 'channel-payments.return'(app, { channel_payment_id: id, to, reason }) {
    const row = await returnPayment(app, { id, address: to ?? null, reason });
    return { id, address: row.refund_address, withdrawal_id: row.coin_withdrawal_id };
  },
};
