// Differences between the wallet's rows and the simulated chain: proof that nothing was lost or invented.
import { accountFacts } from '../../src/chains/simulated/wallet-view.ts';
import { unspentOutputs } from '../support/unspent-outputs.ts';
import type { CoinWalletWorld } from './coin-wallet-world.ts';

/** Empty when they agree. Everything must be confirmed, and the senders refreshed by a last poll. */
export async function walletFindings(fixture: CoinWalletWorld, coin: string): Promise<string[]> {
  const { db } = fixture.world.app;
  const { network } = fixture.coinWallet(coin);
  const ours = await db.query<{ address: string }>(
    `select distinct address from addresses where coin = $1 and owner_id is not null order by address`,
    [coin],
  );
  const addresses = ours.map((row) => row.address);
  if (network.model === 'sequence') {
    const findings: string[] = [];
    for (const address of addresses) {
      const { pending } = await accountFacts(db, coin, address);
      if (pending !== 0n) findings.push(`${address} has ${pending} pending`);
    }
    return findings;
  }
  const onChain = await unspentOutputs(db, coin, { addresses, limit: 10_000 });
  const inRows = await db.query<{ txid: string; index: number; amount: bigint }>(
    `select txid, output_index "index", amount from wallet_outputs
     where coin = $1 and status = 'unspent' order by txid, output_index`,
    [coin],
  );
  const nameOf = (output: { txid: string; index: number; amount: bigint }) =>
    `${output.txid}:${output.index} ${output.amount}`;
  const left = new Set(onChain.map(nameOf));
  const right = new Set(inRows.map(nameOf));
  return [
    ...[...left].filter((name) => !right.has(name)).map((name) => `not in the wallet: ${name}`),
    ...[...right].filter((name) => !left.has(name)).map((name) => `not on the chain: ${name}`),
  ];
}
