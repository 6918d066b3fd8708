// The generated blocks of docs/money.md: worked numbers, computed by core/pricing. The cases are those of
// its tests, which hold them against recorded and published figures.
import { defined } from '../src/core/assert.ts';
import { amountOf, type Currency, decimal, formatAmount } from '../src/core/money.ts';
import { exchangePair, priceExchange } from '../src/core/pricing/exchange.ts';
import {
  priceChannelPayment,
  priceInvoice,
  priceRefund,
  recalculateInvoice,
  refundReceived,
} from '../src/core/pricing/payment.ts';
import { AMOUNT_FORMS, priceWithdrawal } from '../src/core/pricing/withdrawal.ts';
import { markdownTable } from './fill-blocks.ts';

const EUR: Currency = { code: 'EUR', scale: 2, precision: 2, kind: 'fiat' };
const BTC: Currency = { code: 'BTC', scale: 8, precision: 8, kind: 'coin' };
const ETH: Currency = { code: 'ETH', scale: 18, precision: 8, kind: 'coin' };
const feePercent = decimal('1');

const show = (amount: bigint, currency: Currency) =>
  `${formatAmount(amount, currency)} ${currency.code}`;

export function moneyBlocks(): ReadonlyMap<string, string> {
  return new Map([
    ['invoice', invoiceTable()],
    ['channel payment', channelTable()],
    ['recalculation', recalculationTable()],
    ['refund', refundTable()],
    ['withdrawal', withdrawalTable()],
    ['exchange', exchangeTable()],
  ]);
}

function invoiceTable(): string {
  const cases = [
    { coin: BTC, payPrecision: 6, rate: '28436.0' },
    { coin: ETH, payPrecision: 8, rate: '1753.8032' },
  ];
  const converted = cases.map(({ coin, payPrecision, rate }) => {
    const price = amountOf('50', EUR);
    const terms = { price, priceCurrency: EUR, payCurrency: coin, payPrecision, feePercent };
    const { payAmount, fee, credit } = priceInvoice({ ...terms, rate: decimal(rate) });
    return [show(price, EUR), rate, show(payAmount, coin), show(fee, EUR), show(credit, EUR)];
  });
  const price = amountOf('0.01234567', BTC);
  const terms = { price, priceCurrency: BTC, payCurrency: BTC, payPrecision: 6, feePercent };
  const same = priceInvoice({ ...terms, rate: null });
  const unconverted = [price, same.payAmount, same.fee, same.credit].map((item) => show(item, BTC));
  unconverted.splice(1, 0, 'none');
  return markdownTable(
    ['Price', 'Sell rate', 'To pay', 'Fee', 'Credited'],
    [...converted, unconverted],
  );
}

function channelTable(): string {
  const cases = [
    { paid: '0.0052326', coin: ETH, receiver: EUR, rate: decimal('1753.8032') },
    { paid: '0.00123456', coin: BTC, receiver: BTC, rate: null },
    { paid: '0.000000000000000001', coin: ETH, receiver: EUR, rate: decimal('1753.8032') },
  ];
  const rows = cases.map(({ paid, coin, receiver, rate }) => {
    const amount = amountOf(paid, coin);
    const terms = { paid: amount, payCurrency: coin, receiverCurrency: receiver, feePercent };
    const { gross, fee, received } = priceChannelPayment({ ...terms, rate });
    const shown = [gross, fee, received].map((item) => show(item, receiver));
    return [paidText(paid, coin), rate === null ? 'none' : '1753.8032', ...shown];
  });
  return markdownTable(['Paid', 'Sell rate', 'Worth', 'Fee', 'Credited'], rows);
}

const paidText = (amount: string, { code }: Currency) => `${amount} ${code}`;

function recalculationTable(): string {
  const paid = amountOf('0.0052326', ETH);
  const terms = { paid, payCurrency: ETH, priceCurrency: EUR, feePercent };
  const result = recalculateInvoice({ ...terms, rate: decimal('1753.8032') });
  const shown = [result.price, result.fee, result.credit].map((item) => show(item, EUR));
  return markdownTable(
    ['Paid', 'Sell rate', 'New price', 'Fee', 'Credited'],
    [[show(paid, ETH), '1753.8032', ...shown]],
  );
}

function refundTable(): string {
  const cases = [
    { paid: '0.02986987', kept: '0', what: 'underpaid, late or high risk' },
    { paid: '0.0025', kept: '0.001895', what: 'overpaid' },
  ];
  const rows = cases.map(({ paid, kept, what }) => {
    const terms = { paid: amountOf(paid, BTC), kept: amountOf(kept, BTC), coin: BTC, feePercent };
    const { amount, fee, credit } = priceRefund(terms);
    const networkFee = amountOf('0.00028751', BTC);
    const received = defined(refundReceived(credit, networkFee), 'more than the network fee');
    const shown = [terms.paid, terms.kept, amount, fee, credit, received];
    return [what, ...shown.map((item) => show(item, BTC))];
  });
  return markdownTable(
    ['Invoice', 'Paid', 'Owed', 'Refunded', 'Fee', 'To your account', 'Or to an address'],
    rows,
  );
}

function withdrawalTable(): string {
  const cases = [
    { form: 'charged_amount', amount: amountOf('100', EUR), given: '100.0 EUR' },
    { form: 'charged_amount_to_send', amount: amountOf('10', EUR), given: '10.0 EUR' },
    { form: 'received_amount', amount: amountOf('0.01155781', BTC), given: '0.01155781 BTC' },
  ] as const;
  const rows = cases.map(({ form, amount, given }) => {
    const price = priceWithdrawal({
      amount: { amount, ...AMOUNT_FORMS[form] },
      chargedCurrency: EUR,
      receivedCurrency: BTC,
      rate: decimal('9699.1'),
      networkFee: amountOf('0.0000061', BTC),
      feePercent,
    });
    const { charged, fee, received } = defined(price, 'enough to send');
    return [`\`${form}\``, given, show(charged, EUR), show(fee, EUR), show(received, BTC)];
  });
  return markdownTable(['Given as', 'Amount', 'Charged', 'Fee', 'Received'], rows);
}

function exchangeTable(): string {
  const cases = [
    { from: EUR, to: BTC, amount: { charged: amountOf('100', EUR) } },
    { from: BTC, to: EUR, amount: { charged: amountOf('0.01', BTC) } },
    { from: EUR, to: BTC, amount: { received: amountOf('0.01', BTC) } },
  ];
  const rows = cases.map(({ from, to, amount }) => {
    const pair = exchangePair(from, to);
    const rate = decimal('9699.1');
    const { charged, fee, received } = defined(
      priceExchange({ pair, rate, amount, feePercent }),
      'enough to exchange',
    );
    const fixed = 'charged' in amount ? 'charged' : 'received';
    return [fixed, `${pair.side} 9699.1`, show(charged, from), show(fee, from), show(received, to)];
  });
  return markdownTable(['Fixed', 'Rate', 'Charged', 'Fee', 'Received'], rows);
}
