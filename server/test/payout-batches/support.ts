// Payout batches in tests: a file, and the operations as people call them.
import type { Actor, OutputOf } from '../../src/contract/operator/operation.ts';
import type { payoutBatchesOperations } from '../../src/operator/payout-batches/contract.ts';
import { perform } from '../../src/operator/perform.ts';
import type { Merchant, World } from '../support/world.ts';

type Operations = typeof payoutBatchesOperations;
type Name = keyof Operations;

export const MACHINE: Actor = { kind: 'system_user', name: 'root', source: 'cli', address: null };

export interface Batches {
  call<N extends Name>(name: N, values?: object, actor?: Actor): Promise<OutputOf<Operations[N]>>;
  /** Creates a batch and checks it. Returns its ID. */
  create(file: string, values?: object): Promise<string>;
  show(id: string): Promise<OutputOf<Operations['payout-batches.show']>>;
  /** Counts by status. */
  results(id: string): Promise<Readonly<Record<string, number>>>;
  send(id: string): Promise<void>;
}

export function batchesOf(world: World, merchant: Merchant): Batches {
  const { app, coinWallets, nodes } = world.assembled;
  const call = <N extends Name>(name: N, values: object = {}, actor: Actor = MACHINE) =>
    perform({ ...app, coinWallets, nodes }, name, {
      actor,
      values: { project: merchant.project.id, ...values },
    }) as Promise<OutputOf<Operations[N]>>;
  const show = (batch_id: string) => call('payout-batches.show', { batch_id });
  return {
    call,
    show,
    async create(file, values = {}) {
      const { id } = await call('payout-batches.create', { file, ...values });
      await world.settle();
      return id;
    },
    async results(id) {
      const { results } = await show(id);
      return Object.fromEntries(results.map(({ status, count }) => [status, count]));
    },
    async send(id) {
      await call('payout-batches.send', { batch_id: id });
      await world.settle();
    },
  };
}

export const HEAD = 'address,amount,currency,custom_id';

/** Different addresses on the test network of BTC (BIP-173 and BIP-350 examples). */
export const ADDRESSES = [
  'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
  'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
  'tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c',
] as const;

export function fileOf(rows: number, amount = '0.01'): string {
  const lines = Array.from(
    { length: rows },
    (_, n) => `${ADDRESSES[n % ADDRESSES.length]},${amount},BTC,pay-${n + 1}`,
  );
  return [HEAD, ...lines].join('\n');
}
