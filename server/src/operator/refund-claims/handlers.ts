// Previews of refund claims: what can still be refunded, and what an approval would pay.
import { assetCode } from '../../coins/coin.ts';
import { notFound } from '../../core/errors.ts';
import { findClaim } from '../../invoices/claims.ts';
import { refundableNow } from '../../invoices/refundable.ts';
import { findInvoice } from '../../invoices/store-invoices.ts';
import { previewClaim } from '../../invoices/take-claim.ts';
import type { HandlersOf } from '../operator.ts';
import { moneyOf } from '../present.ts';
import type { refundClaimsOperations } from './contract.ts';

export const refundClaimsHandlers: HandlersOf<typeof refundClaimsOperations> = {
  async 'refund-claims.refundable'(app, { project, invoice_id: id }) {
    const invoice = await findInvoice(app.db, project, id);
    if (invoice === null) throw notFound();
    const left = await refundableNow(app.db, app, invoice);
    return {
      id,
      price: moneyOf(app, left.price, invoice.price_currency),
      paid: moneyOf(app, left.paid, assetCode(invoice.pay_currency)),
    };
  },
  async 'refund-claims.preview'(app, { project, claim_id: id }) {
    const claim = await findClaim(app.db, project, id);
    if (claim?.address == null) throw notFound();
    const { networkFee, received, charged, fee, isFromPayment } = await previewClaim(
      app,
      claim,
      claim.address,
    );
    const coin = assetCode(claim.pay_currency);
    return {
      id,
      charged: moneyOf(app, charged, isFromPayment ? coin : claim.price_currency),
      is_from_payment: isFromPayment,
      fee: moneyOf(app, fee, coin),
      network_fee: moneyOf(app, networkFee, coin),
      received: moneyOf(app, received, coin),
    };
  },
};
