// One payment by someone outside. The verb of the sandbox and of nearly every test.
import { known } from '../../core/assert.ts';
import type { SimulatedPayment } from './check-payment.ts';
import { payMany } from './pay-many.ts';
import type { Simulation } from './simulation.ts';

/** Broadcasts the payment; its txid. Throws AppError for what the network has no form of. */
export async function pay(simulation: Simulation, payment: SimulatedPayment): Promise<string> {
  const [txid] = await payMany(simulation, [payment]);
  return known(txid, 'a payment has a txid');
}
