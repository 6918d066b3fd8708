// An invoice of a simulated world, with the address its customer pays.
import { newId } from '../../src/core/ids.ts';
import { createInvoice } from '../../src/invoices/create.ts';
import type { Project } from '../../src/projects/project.ts';
import type { PastWorld } from './past-world.ts';

export interface Place {
  readonly address: string;
  readonly tag: number | null;
}

/** The address that the customer of a new invoice pays. */
export async function billed(world: PastWorld, coin: string, project: Project): Promise<Place> {
  const { app } = world.instance();
  const caller = { project, objectId: newId(app.clock, app.random) };
  const { address, tag } = await createInvoice(app, caller, {
    network: undefined,
    custom_id: undefined,
    customer_id: undefined,
    name: undefined,
    description: undefined,
    metadata: undefined,
    success_redirect_url: undefined,
    unsuccess_redirect_url: undefined,
    payer_email: undefined,
    expires_in: undefined,
    language: undefined,
    price_amount: '50',
    price_currency: coin,
    pay_currency: coin,
  });
  return { address, tag };
}
