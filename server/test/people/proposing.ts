// A project whose support proposes decisions and whose finance makes them, for the tests of proposals.
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import type { ProjectRole } from '../../src/contract/roles.ts';
import { defined } from '../../src/core/assert.ts';
import { newInvoice } from '../flows/support.ts';
import type { Merchant, World } from '../support/world.ts';
import { type Answer, type Browser, personIn } from './support.ts';

type Way = 'approve' | 'decline' | 'withdraw';

export interface Team {
  readonly world: World;
  readonly merchant: Merchant;
  readonly support: Browser;
  readonly finance: Browser;
  member(name: string, ...roles: ProjectRole[]): Promise<Browser>;
  propose(type: string, id: string, body: object, by?: Browser): Promise<Answer>;
  decide(by: Browser, how: Way, proposalId: string): Promise<Answer>;
  /** Newest first. */
  proposals(filter?: Record<string, string>): Promise<readonly ProposalShown[]>;
  /** Rows of the project. */
  count(table: string): Promise<number>;
}

export interface ProposalShown {
  readonly id: string;
  readonly status: string;
  readonly outdated_code: string | null;
  readonly decided_by: string | null;
}

let teams = 0;

export async function teamOf(world: World, merchant: Merchant): Promise<Team> {
  const project = merchant.project.id;
  const member = (name: string, ...roles: ProjectRole[]) =>
    personIn(world, { name }, { projectId: project, roles });
  teams += 1;
  const support = await member(`Sue ${teams}`, 'support');
  const finance = await member(`Fay ${teams}`, 'finance');
  return {
    world,
    merchant,
    support,
    finance,
    member,
    propose: (object_type, object_id, body, by = support) =>
      by.post('/operations/proposals.create', { project, object_type, object_id, ...body }),
    decide: (by, how, proposal_id) =>
      by.post(`/operations/proposals.${how}`, { project, proposal_id }),
    async proposals(filter = {}) {
      const query = new URLSearchParams({ project, ...filter });
      return (await finance.request(`/operations/proposals.list?${query}`)).body.data.rows;
    },
    async count(table) {
      const text = `select count(*)::int as n from ${table} where project_id = $1`;
      return (await world.app.db.query<{ n: number }>(text, [project]))[0]?.n ?? 0;
    },
  };
}

let strangers = 0;
export function stranger(world: World): string {
  strangers += 1;
  return foreignAddress(defined(world.app.coins.get('LTC'), 'LTC'), 'customer', strangers);
}

/** A payment to a channel, held for its risk or because the channel was disabled. */
export async function heldPayment(
  { world, merchant }: Pick<Team, 'world' | 'merchant'>,
  { risk, address }: { readonly risk: 'high' | 'low'; readonly address?: string },
): Promise<string> {
  const { id: customer_id } = await merchant.api.customers.create({
    id: `customer ${stranger(world)}`,
    currency: 'EUR',
    addresses: address === undefined ? [] : [{ currency: 'LTC', address }],
  });
  const pair = { pay_currency: 'LTC', receiver_currency: 'EUR' };
  const channel = await merchant.api.channels.create({ name: 'one', customer_id, ...pair });
  if (risk === 'low') await merchant.api.channels.update(channel.id, { status: 'disabled' });
  await world.pay({ channel_id: channel.id, amount: '0.5', risk_level: risk });
  await world.mine('LTC');
  await world.settle();
  return defined((await merchant.api.channelPayments.list(channel.id)).data[0], 'a payment').id;
}

/** A second payment of a paid invoice. */
export async function surplus({
  world,
  merchant,
}: Pick<Team, 'world' | 'merchant'>): Promise<string> {
  const { id, pay_amount } = await newInvoice(merchant);
  await world.pay({ invoice_id: id, amount: pay_amount, risk_level: 'low' });
  await world.mine('LTC', 6);
  await world.pay({ invoice_id: id, amount: '0.05', risk_level: 'low' });
  await world.mine('LTC');
  await world.settle();
  return defined((await merchant.api.coinDeposits.list()).data[0], 'an unmatched payment').id;
}
