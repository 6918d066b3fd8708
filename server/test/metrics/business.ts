// Incoming and outgoing payments of an instance, as merchants create them.
import type { Instance } from './simulated-instance.ts';

/** From the BIP-173 examples, on Litecoin's test network. */
const PAYEE = 'tltc1qw508d6qejxtdg4y5r3zarvary0c5xw7klfsuq0';

export async function payInvoice({ world, merchant }: Instance, coin: string): Promise<void> {
  const invoice = await merchant.api.invoices.create({
    price_amount: '20',
    price_currency: 'EUR',
    pay_currency: coin,
  });
  await world.pay({ invoice_id: invoice.id });
}

export function payOut({ merchant }: Instance) {
  return merchant.api.coinWithdrawals.create({
    address: PAYEE,
    charged_currency: 'EUR',
    received_currency: 'LTC',
    charged_amount: '5',
    force_commit: true,
  });
}
