// The second half of `chaintill demo`: in each coin one instant and one two-step withdrawal, through to their
// first confirmation and the callbacks, one exchange between two accounts, and one refund to a payer's address.
import { definedCoin } from '../coins/registry.ts';
import {
  awaitEvent,
  get,
  mineBlocks,
  patiently,
  post,
  type Shown,
  type Stage,
  until,
} from './demo-stage.ts';
import { print } from './run.ts';
import { callSandbox } from './sandbox.ts';

export async function payOut(stage: Stage, coin: string): Promise<void> {
  const requested = {
    received_currency: coin,
    charged_currency: 'EUR',
    address: definedCoin(coin).demo.payee,
  };
  const at = '/api/coin_withdrawals';
  const { data: instant } = await post<{ data: Shown }>(stage, at, {
    ...requested,
    charged_amount: '20.00',
    force_commit: true,
  });
  print(
    `${coin}  instant  ${instant.id}: 20.00 EUR, arrives as ${instant['received_amount']} ${coin}`,
  );
  await complete(stage, coin, instant.id);
  const { data: quoted } = await post<{ data: Shown }>(stage, at, {
    ...requested,
    charged_amount_to_send: '10.00',
  });
  print(`${coin}  two-step ${quoted.id}: ${quoted['charged_amount']} EUR held for 30 seconds`);
  await post(stage, `${at}/${quoted.id}/commit`, {});
  print('     committed');
  await complete(stage, coin, quoted.id);
}

async function complete(stage: Stage, coin: string, id: string): Promise<void> {
  const at = `/api/coin_withdrawals/${id}`;
  const reached = (wanted: readonly string[]) =>
    until(async () => {
      const { data } = await get<{ data: Shown }>(stage, at);
      return wanted.includes(data.status) ? data : null;
    });
  const sent = await reached(['sent', 'completed']);
  print(`     sent     ${sent['txid']}`);
  await mineBlocks(stage, coin);
  await reached(['completed']);
  print('     confirmed status completed');
  await awaitEvent(stage, id, 'created');
}

export async function exchange(stage: Stage): Promise<void> {
  const { data } = await post<{ data: Shown }>(stage, '/api/exchange_transfers', {
    charged_currency: 'EUR',
    received_currency: 'BTC',
    charged_amount: '50.00',
    force_commit: true,
  });
  print(`\nExchanged 50.00 EUR into ${data['received_amount']} BTC`);
}

/** An invoice that is paid too much: the price is credited, and the rest goes back to the payer. */
export async function refund(stage: Stage, coin: string): Promise<void> {
  const { data: invoice } = await post<{ data: Shown }>(stage, '/api/invoices', {
    price_amount: '25.00',
    price_currency: 'EUR',
    pay_currency: coin,
    name: 'Demo order, paid too much',
  });
  const paid = { invoice_id: invoice.id, amount: '1', risk_level: 'low' };
  const requested = { ...paid, reference: `demo ${invoice.id}` };
  await patiently(() => callSandbox(stage.credentials.baseUrl, 'payments', requested));
  await mineBlocks(stage, coin);
  const at = `/api/invoices/${invoice.id}`;
  await until(async () => {
    const { data } = await get<{ data: Shown }>(stage, at);
    return data.status === 'unresolved' ? data : null;
  });
  print(`\n${coin}  overpaid ${invoice.id}: 1 ${coin} for ${invoice['pay_amount']} ${coin}`);
  const address = definedCoin(coin).demo.payee;
  const { data } = await post<{ data: Shown }>(stage, `${at}/refunds`, { address });
  print(`     refunded ${data['amount']} ${coin} less ${data['fee']} to ${address}`);
  const sent = await until(async () => {
    const { data: refunds } = await get<{ data: Shown[] }>(stage, `${at}/refunds`);
    return refunds.find((item) => item['txid'] !== null) ?? null;
  });
  print(`     sent     ${sent['txid']}`);
  await mineBlocks(stage, coin);
  // Told when it was asked for. What pays it is over later, and is told then: not after the receiver is gone.
  await awaitEvent(stage, invoice.id, 'refunded');
  await until(async () => {
    const { data: sentOut } = await get<{ data: Shown[] }>(stage, '/api/coin_withdrawals');
    const paid = sentOut.find((item) => item['txid'] === sent['txid']);
    return paid?.status === 'completed' ? paid : null;
  });
  print('     confirmed');
}
