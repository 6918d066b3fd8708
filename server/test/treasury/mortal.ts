// A sending process that dies at a chosen statement, or before or after a chosen call to the node or the
// signer, and does nothing from then on. Used by the crash tests of this folder.
import type { App } from '../../src/app.ts';
import type { Treasury } from '../../src/treasury/treasury.ts';
import { Cut, type CutPlan, cutDatabase } from '../flows/cut-database.ts';

export interface Mortal {
  readonly app: App;
  readonly treasury: Treasury;
  isDead(): boolean;
}

/** Dies at a statement or commit. */
export function mortalByStatement(app: App, treasury: Treasury, plan: CutPlan): Mortal {
  const cut = cutDatabase(app.db, plan);
  return { app: { ...app, db: cut.db }, treasury, isDead: cut.isDead };
}

/** Dies around a call that leaves the process. */
export function mortalByCall(app: App, treasury: Treasury, plan: CutPlan): Mortal {
  let count = 0;
  let isDead = false;
  const die = (): never => {
    isDead = true;
    throw new Cut(`cut ${plan.when} call ${plan.at}`);
  };
  const call = async <T>(work: () => Promise<T>): Promise<T> => {
    if (isDead) return die();
    count += 1;
    if (count === plan.at && plan.when === 'before') return die();
    const result = await work();
    return count === plan.at ? die() : result;
  };
  const alive = <T>(work: () => Promise<T>): Promise<T> =>
    isDead ? Promise.resolve().then(die) : work();
  const { network, signer, chain } = treasury;
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
    app: { ...app, db },
    isDead: () => isDead,
    treasury: {
      ...treasury,
      signer: {
        examine: (intents) => call(() => signer.examine(intents)),
        sign: (request) => call(() => signer.sign(request)),
      },
      chain: {
        ...chain,
        tip: () => call(() => chain.tip()),
        transactions: (lookups) => call(() => chain.transactions(lookups)),
      },
      network: {
        ...network,
        feeQuotes: () => call(() => network.feeQuotes()),
        account: (address) => call(() => network.account(address)),
        broadcast: (transfer) => call(() => network.broadcast(transfer)),
        outcome: (txid, block) => call(() => network.outcome(txid, block)),
        spendersOf: (plan, above) => call(() => network.spendersOf(plan, above)),
      },
    },
  };
}
