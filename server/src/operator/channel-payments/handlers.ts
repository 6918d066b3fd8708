// Channel payments: the operator's list and decisions.
import { pageOfPayments, releasePayment, returnPayment } from '../../channels/held.ts';
import { previewHeld } from '../../channels/preview-held.ts';
import { type HandlersOf, requestedWithin } from '../operator.ts';
import { moneyOf, requestedPage, requestedSpan, shownPage } from '../present.ts';
import type { channelPaymentsOperations } from './contract.ts';

export const channelPaymentsHandlers: HandlersOf<typeof channelPaymentsOperations> = {
  async 'channel-payments.list'(app, { held, ...input }) {
    const page = await pageOfPayments(app.db, {
      projectId: input.project ?? null,
      status: held === true ? 'on_hold' : (input.status ?? null),
      coin: input.coin ?? null,
      channelId: input.channel_id ?? null,
      customerId: input.customer_id ?? null,
      txid: input.txid ?? null,
      span: requestedSpan(input),
      ...requestedPage(input),
    });
    return shownPage(page, (row) => ({
      ...row,
      amount: moneyOf(app, row.paid_amount, row.paid_currency),
      credited: moneyOf(app, row.received_amount, row.received_currency),
      context: row.status_context,
      risk: row.risk?.level ?? null,
      source: row.risk?.resource_category ?? null,
    }));
  },
  async 'channel-payments.preview'(app, { channel_payment_id: id }, context) {
    const { payment, credited, ...found } = await previewHeld(app, {
      id,
      ...requestedWithin(context),
    });
    const paid = (amount: bigint) => moneyOf(app, amount, payment.paid_currency);
    const priced = (amount: bigint) => moneyOf(app, amount, payment.received_currency);
    return {
      id,
      amount: paid(payment.paid_amount),
      context: payment.status_context,
      needs_operator: found.needsOperator,
      credit:
        credited === null
          ? null
          : { fee: priced(credited.fee), credited: priced(credited.received_amount) },
      address: found.address,
      network_fee: found.networkFee === null ? null : paid(found.networkFee),
      received: found.received === null ? null : paid(found.received),
    };
  },
  async 'channel-payments.release'(app, { channel_payment_id: id, reason }, context) {
    const row = await releasePayment(app, { id, reason, ...requestedWithin(context) });
    const credited = moneyOf(app, row.received_amount, row.received_currency);
    return { id, project_id: row.project_id, credited };
  },
  async 'channel-payments.refund'(app, { channel_payment_id: id, to, reason }, context) {
    const decision = { id, address: to ?? null, reason, ...requestedWithin(context) };
    const row = await returnPayment(app, decision);
    return { id, address: row.refund_address, withdrawal_id: row.coin_withdrawal_id };
  },
};
