// A sending process that dies at a chosen statement, or before or after a chosen call to the node or the signer, and
// does nothing afterwards. Used by the crash tests of this folder.
import type { App } from '../../src/app.ts';
import type { CoinWallet } from '../../src/payouts/coin-wallet.ts';
import { Crash, type CrashPlan, interruptedDatabase } from '../flows/interrupted-database.ts';
import { otherApp } from '../support/other-app.ts';

export interface Mortal {
  readonly app: App;
  readonly coinWallet: CoinWallet;
  isDead(): boolean;
}

/** Dies at a statement or commit. */
export function mortalByStatement(app: App, coinWallet: CoinWallet, plan: CrashPlan): Mortal {
  const cut = interruptedDatabase(app.db, plan);
  return { app: otherApp(app, { db: cut.db }), coinWallet, isDead: cut.isDead };
}

type Call = <T>(work: () => Promise<T>) => Promise<T>;

/** Dies around an external call. */
export function mortalByCall(app: App, coinWallet: CoinWallet, plan: CrashPlan): Mortal {
  let count = 0;
  let isDead = false;
  const die = (): never => {
    isDead = true;
    throw new Crash(`cut ${plan.when} call ${plan.at}`);
  };
  const call: Call = async (work) => {
    if (isDead) return die();
    count += 1;
    const isHere = count === plan.at;
    if (isHere && plan.when === 'before') return die();
    const result = await work();
    return isHere || isDead ? die() : result;
  };
  const alive: Call = (work) => (isDead ? Promise.resolve().then(die) : work());
  const db = {
    ...app.db,
    query: <Row>(text: string, values?: readonly unknown[]) =>
      alive(() => app.db.query<Row>(text, values)),
    write: <Row>(text: string, values?: readonly unknown[]) =>
      alive(() => app.db.write<Row>(text, values)),
    transaction: <T>(work: Parameters<typeof app.db.transaction<T>>[0]) =>
      alive(() => app.db.transaction(work)),
  };
  return {
    app: otherApp(app, { db }),
    isDead: () => isDead,
    coinWallet: throughCalls(coinWallet, call),
  };
}

/**
 * The coin wallet with every call to the signer or a node wrapped, including the node of the coin that pays its fees.
 */
function throughCalls(coinWallet: CoinWallet, call: Call): CoinWallet {
  const { network, signer, chain, fees } = coinWallet;
  const { gasFor, refusalOf } = network;
  return {
    ...coinWallet,
    fees: fees && throughCalls(fees, call),
    signer: {
      examine: (...requested) => call(() => signer.examine(...requested)),
      sign: (...requested) => call(() => signer.sign(...requested)),
    },
    chain: {
      ...chain,
      tip: () => call(() => chain.tip()),
      transactions: (...requested) => call(() => chain.transactions(...requested)),
    },
    network: {
      ...network,
      ...(gasFor && { gasFor: (payment) => call(() => gasFor(payment)) }),
      ...(refusalOf && { refusalOf: (payment) => call(() => refusalOf(payment)) }),
      feeQuotes: () => call(() => network.feeQuotes()),
      account: (...requested) => call(() => network.account(...requested)),
      broadcast: (...requested) => call(() => network.broadcast(...requested)),
      outcome: (...requested) => call(() => network.outcome(...requested)),
      spendersOf: (...requested) => call(() => network.spendersOf(...requested)),
    },
  };
}
