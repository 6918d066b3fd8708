// A small hour of activity, played through the product itself: invoices that are paid on the simulated networks, a
// channel payment, a completed withdrawal, and all their callbacks delivered. multiply.ts uses the resulting rows as
// its pattern.
import type { Assembled } from '../../server/src/assemble.ts';
import { mine } from '../../server/src/chains/simulated/mine.ts';
import { createChannel } from '../../server/src/channels/create.ts';
import { defined } from '../../server/src/core/assert.ts';
import { newId } from '../../server/src/core/ids.ts';
import { createInvoice } from '../../server/src/invoices/create.ts';
import type { Project } from '../../server/src/projects/project.ts';
import { type PaymentRequest, paySimulated } from '../../server/src/sandbox/pay.ts';
import { createWithdrawal } from '../../server/src/withdrawals/create.ts';
import { makeAllDue } from '../../server/src/workers/schedule.ts';
import { runDueWork } from '../../server/src/workers/worker.ts';

/** The coins that invoices are paid in, and their confirmations. */
const BLOCKS: Readonly<Record<string, number>> = { LTC: 1, BTC: 1, XRP: 1, ETH: 34 };
const COINS = Object.keys(BLOCKS);
/** From the BIP-173 examples, on Litecoin's test network. */
const PAYEE = 'tltc1qw508d6qejxtdg4y5r3zarvary0c5xw7klfsuq0';
const PRICE = '25.5';
/** Much less than one invoice brings in. */
const PAYOUT = '5';
/** Deep enough for a transfer to be final; one block later it is no longer tracked. */
const PAYOUT_BLOCKS = { LTC: 20 };
const ONE_MORE = { LTC: 1 };

/** This many paid invoices per project, whose endpoints respond. */
export async function playHour(
  assembled: Assembled,
  { projects, invoices }: { projects: readonly Project[]; invoices: number },
): Promise<void> {
  const { app } = assembled;
  const simulations = defined(assembled.simulations, 'the networks are simulated');
  const settle = async () => {
    await makeAllDue(app);
    await runDueWork(app, assembled.workers);
  };
  const confirm = async (blocks: Readonly<Record<string, number>>) => {
    await settle();
    for (const [coin, count] of Object.entries(blocks)) {
      await mine(defined(simulations.get(coin), 'it is simulated'), { count });
    }
    await settle();
  };
  const pay = (requested: PaymentRequest) => paySimulated(app, simulations, requested);
  for (const project of projects) {
    const creator = () => ({ project, objectId: newId(app.clock, app.random) });
    for (let n = 0; n < invoices; n++) {
      const requested = {
        ...invoiceRequest,
        pay_currency: COINS[n % COINS.length],
        customer_id: `customer-${n}`,
        custom_id: `order-${n}`,
      };
      const { id } = await createInvoice(app, creator(), requested as InvoiceRequest);
      await pay({ invoice_id: id });
    }
    const channel = await createChannel(app, creator(), channelRequest);
    await pay({ channel_id: channel.id });
  }
  await confirm(BLOCKS);
  for (const project of projects) {
    const objectId = newId(app.clock, app.random);
    const caller = { project, objectId, apiKey: 'bench', apiVersion: 2 as const };
    await createWithdrawal(app, caller, payoutRequest);
  }
  await confirm(PAYOUT_BLOCKS);
  await confirm(ONE_MORE);
}

type InvoiceRequest = Parameters<typeof createInvoice>[2];
const invoiceRequest = { price_amount: PRICE, price_currency: 'EUR' };
const channelRequest = {
  name: 'Wallet',
  pay_currency: 'LTC',
  receiver_currency: 'EUR',
  custom_id: 'wallet',
} as Parameters<typeof createChannel>[2];
const payoutRequest = {
  address: PAYEE,
  charged_currency: 'EUR',
  received_currency: 'LTC',
  charged_amount: PAYOUT,
  force_commit: true,
} as Parameters<typeof createWithdrawal>[2];
