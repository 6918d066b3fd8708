// The worker that sends one coin. Any number of processes can run it; a crash only delays the next step.
import type { App } from '../app.ts';
import { ChainUnavailable } from '../chains/chain.ts';
import { MINUTE, SECOND } from '../core/clock.ts';
import { ENTERING } from '../deposits/in-wallet.ts';
import { SignerAway } from '../keys/signer.ts';
import { senderName } from '../withdrawals/withdrawal.ts';
import type { Worker } from '../workers/worker.ts';
import type { CoinWallet } from './coin-wallet.ts';
import { followTransfers } from './follow/follow.ts';
import { applyPauses } from './plan/apply-pauses.ts';
import { checkBooksFirst, maySend } from './plan/may-send.ts';
import { payInBooks } from './plan/pay-in-books.ts';
import { queryNetwork } from './plan/query-network.ts';
import { reserveDue } from './plan/reserve.ts';
import { alertHeldUp } from './replace/alert-held-up.ts';
import { bumpStuck } from './replace/bump.ts';
import { fillGaps } from './replace/fill-gaps.ts';
import { replaceStuck } from './replace/replace-stuck.ts';
import { supplyRefused } from './replace/supply-stuck.ts';
import { voidUseless } from './replace/void-useless.ts';
import { advanceDue } from './send/advance.ts';
import { refreshQuarantined, refreshTouched } from './sending-addresses.ts';
import { requestSignature } from './sign/sign-plan.ts';
import { updateOutputs } from './wallet/update-outputs.ts';

/** Between runs for which nothing was due. */
const REST = 5 * MINUTE;

/** `paysInBooks`: payments between merchants of this instance are internal transfers where possible. */
export function senderWorker(
  coinWallet: CoinWallet,
  { paysInBooks }: { paysInBooks: boolean } = { paysInBooks: false },
): Worker {
  const { code } = coinWallet.coin;
  return {
    name: senderName(code),
    pollMilliseconds: SECOND,
    due: () => sendDue(code),
    restFor: () => REST,
    // After a start or a doubt, this process compares the coin with its chain before anything is due.
    peek: {
      everyMilliseconds: SECOND,
      hasChanged: async (app) => !app.sendableCoins.has(code),
    },
    async run(app) {
      const moved = await updateOutputs(app, coinWallet);
      try {
        return moved + (await work(app, coinWallet, paysInBooks));
      } catch (error) {
        const isAway = error instanceof ChainUnavailable || error instanceof SignerAway;
        if (!isAway) throw error;
        app.log.warn({ err: error, coin: code }, 'sending waits');
        return moved;
      }
    },
  };
}

async function work(app: App, coinWallet: CoinWallet, paysInBooks: boolean): Promise<number> {
  const tip = await coinWallet.chain.tip();
  await assertNotBehind(app, coinWallet.coin.code, tip.height);
  // Following runs first, because change in a block can be spent right away.
  const followed = await followTransfers(app, coinWallet, tip);
  if (!(await maySend(app, coinWallet))) {
    await refreshQuarantined(app, coinWallet);
    return followed;
  }
  await checkBooksFirst(app, coinWallet);
  await applyPauses(app, coinWallet);
  const voided = await voidUseless(app, coinWallet);
  const replaced = await replaceStuck(app, coinWallet, tip);
  const bumped = await bumpStuck(app, coinWallet, tip);
  await alertHeldUp(app, coinWallet, tip);
  await refreshTouched(app, coinWallet);
  const isSigned = await requestSignature(app, coinWallet);
  const inBooks = isSigned && paysInBooks ? await payInBooks(app, coinWallet) : 0;
  const payable = await queryNetwork(app, coinWallet);
  const reserved = isSigned ? await reserveDue(app, coinWallet, payable) : 0;
  const filled = isSigned ? await fillGaps(app, coinWallet, tip) : 0;
  await supplyRefused(app, coinWallet);
  const advanced = await advanceDue(app, coinWallet);
  return followed + voided + replaced + bumped + inBooks + reserved + filled + advanced;
}

/**
 * SQL: payouts that wait, transfers that are not final, a quarantine that is about to end, balances to query, or
 * received coins that can be spent or are gone.
 */
function sendDue(code: string): string {
  const coin = `coin = '${code}'`;
  return `exists (select 1 from payouts where ${coin} and status = 'waiting')
    or exists (select 1 from transfers where ${coin} and due_at is not null)
    or exists (select 1 from quarantines where ${coin})
    or (select min(address) from wallet_senders where ${coin} and touched > known) is not null
    or exists (select 1 from deposits where ${coin} and ${ENTERING})
    or exists (select 1 from deposits where ${coin} and is_in_wallet and block_height is null)`;
}

/** A node that lags behind us may lack recent transactions, which did not leave the chain. */
async function assertNotBehind(app: App, coin: string, height: number): Promise<void> {
  const rows = await app.db.query<{ height: number }>(
    'select height from chain_cursors where coin = $1 and height > $2',
    [coin, height],
  );
  const ahead = rows[0];
  if (ahead === undefined) return;
  throw new ChainUnavailable(`the node is behind: at block ${height} of ${ahead.height}`);
}
