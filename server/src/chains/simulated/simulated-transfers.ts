// The port for outgoing transfers over the simulated network.
import { assertOutsideTransaction } from '../../db/outside-calls.ts';
import { isConflict } from '../bitcoind/bitcoind-transfers.ts';
import {
  capacityOf,
  dustOf,
  feeOfShape,
  feeRulesOf,
  ordinarySize,
  relayFee,
} from '../bitcoind/fee-rules.ts';
import { type BlockRef, ChainUnavailable } from '../chain.ts';
import type {
  FeeQuotes,
  SendingFamily,
  SignedTransfer,
  SignTransfer,
  Spender,
  TransferNetwork,
  TransferPlan,
} from '../transfers.ts';
import { hasExpired } from './expiry.ts';
import { encodeTransfer, transferTxid } from './raw-transfer.ts';
import { simulatedChain } from './simulated-chain.ts';
import { readSettings, rulesOf, type Simulation } from './simulation.ts';
import { submit } from './submit.ts';
import { UNFUNDED_PAYMENT } from './unfunded.ts';
import { accountFacts, amountsOfOutputs, feeFunds } from './wallet-view.ts';

export function simulatedFamily(simulation: Simulation): SendingFamily {
  return { network: simulatedTransfers(simulation), sign: signSimulated };
}

function simulatedTransfers(simulation: Simulation): TransferNetwork {
  const { coin } = simulation;
  const rules = rulesOf(coin.code);
  return {
    coin: coin.code,
    model: rules.model,
    isReplaceable: rules.isReplaceable,
    dust: rules.model === 'outputs' ? feeRulesOf(coin.code).dust : 0n,
    dustOf: (address) => (rules.model === 'outputs' ? dustOf(coin.code, address) : 0n),
    feeQuotes: () => readQuotes(simulation),
    feeFor: (quote, shape) =>
      rules.model === 'outputs' ? feeOfShape(feeRulesOf(coin.code), quote, shape) : quote,
    ...(rules.model === 'outputs' && { capacity: capacityOf(coin.code) }),
    ...(rules.expiresAfter !== undefined && {
      expiry: { blocks: rules.expiresAfter, hasPassed: (plan) => isExpired(simulation, plan) },
    }),
    ...(rules.model === 'outputs' && { amountsOf: (plan) => readAmounts(simulation, plan) }),
    async account(address) {
      await assertUp(simulation);
      const facts = await accountFacts(simulation.db, coin.code, address);
      const spendable = facts.balance - rules.reserve;
      const state = {
        spendable: spendable > 0n ? spendable : 0n,
        nextNumber: facts.confirmedSequence,
        ...(address === rules.taggedPayee?.address && { requiresTags: true }),
      };
      if (coin.feeCoin === coin.code) return state;
      const { balance } = await feeFunds(simulation.db, coin, address);
      return { ...state, forFees: balance };
    },
    async broadcast({ raw }) {
      const answer = await submit(simulation, raw);
      if (answer.kind === 'refused') {
        const waits = answer.reason === 'terPRE_SEQ' && ({ waits: true } as const);
        const forGood = answer.reason === 'temREDUNDANT' && ({ isForGood: true } as const);
        const kept = isConflict(answer.reason) && ({ refusalKind: 'conflict' } as const);
        return { kind: 'refused', reason: answer.reason, ...waits, ...forGood, ...kept };
      }
      return { kind: answer.kind };
    },
    outcome: (txid, block) => readResult(simulation, txid, block),
    ...(rules.refusingPayee && {
      async refusalOf({ address, tag }) {
        await assertUp(simulation);
        if (address === rules.taggedPayee?.address && !tag) return { code: 'tag_required' };
        return address === rules.refusingPayee?.address ? { code: 'not_authorized' } : null;
      },
    }),
    spendersOf: (plan, aboveHeight) => readSpenders(simulation, plan, aboveHeight),
    close: () => undefined,
  };
}

/** Signatures are not checked here: the text is the transaction, and its hash the txid. */
export const signSimulated: SignTransfer = (plan): SignedTransfer => {
  const { origin } = plan;
  const from =
    'inputs' in origin
      ? { inputs: origin.inputs }
      : { sender: origin.sender, sequence: origin.number };
  const raw = encodeTransfer({ ...plan, origin: from });
  return { raw, txid: transferTxid(plan.coin, raw) };
};

/** Slow is half of the current rate, fast is twice that rate; never below the relay minimum. */
async function readQuotes(simulation: Simulation): Promise<FeeQuotes> {
  const { feePercent } = await assertUp(simulation);
  const { code } = simulation.coin;
  const going = (rulesOf(code).normalFee * BigInt(feePercent)) / 100n + 1n;
  const relayed = rulesOf(code).model === 'outputs' ? ordinaryRelayFee(code) : 1n;
  const atLeast = (fee: bigint) => (fee > relayed ? fee : relayed);
  const tip = (going * (rulesOf(code).tipPercent ?? 0n)) / 100n + 1n;
  const tips = { slow: tip / 2n + 1n, average: tip, fast: tip * 2n };
  return {
    ...(rulesOf(code).tipPercent === undefined ? {} : { tips }),
    slow: atLeast(going / 2n + 1n),
    average: atLeast(going),
    fast: atLeast(going * 2n),
  };
}

/** Of an ordinary payment (`-minrelaytxfee`). */
function ordinaryRelayFee(coin: string): bigint {
  return relayFee(coin, BigInt(ordinarySize(feeRulesOf(coin))));
}

async function assertUp(simulation: Simulation) {
  assertOutsideTransaction();
  const settings = await readSettings(simulation.db, simulation.coin.code);
  if (settings.nodeIsDown) {
    throw new ChainUnavailable(`the simulated ${simulation.coin.code} node is down`);
  }
  return settings;
}

async function isExpired(simulation: Simulation, plan: TransferPlan): Promise<boolean> {
  await assertUp(simulation);
  const { code } = simulation.coin;
  if (!('sender' in plan.origin)) return false;
  const { height } = await simulatedChain(simulation).tip();
  const account = await accountFacts(simulation.db, code, plan.origin.sender);
  return hasExpired(plan, { height, account });
}

/** Null for outputs that are spent on the best chain, or unknown. */
async function readAmounts(simulation: Simulation, { origin }: TransferPlan) {
  await assertUp(simulation);
  const inputs = 'inputs' in origin ? origin.inputs : [];
  return amountsOfOutputs(simulation.db, simulation.coin.code, inputs);
}

async function readResult(simulation: Simulation, txid: string, block: BlockRef) {
  await assertUp(simulation);
  const [row] = await simulation.db.query<{
    hasFailed: boolean;
    fee: bigint;
    failure: string | null;
  }>(
    `select has_failed "hasFailed", coalesce(taken, fee) "fee", failure from simulation.transactions
     where coin = $1 and txid = $2 and block_hash = $3`,
    [simulation.coin.code, txid, block.hash],
  );
  if (row === undefined)
    throw new ChainUnavailable(`${txid} is not in block ${block.hash} any more`);
  const { failure: reason, ...outcome } = row;
  if (reason === null) return outcome;
  return { ...outcome, reason, lackedFunds: reason === UNFUNDED_PAYMENT };
}

async function readSpenders(
  simulation: Simulation,
  { origin }: TransferPlan,
  aboveHeight: number,
): Promise<Spender[]> {
  await assertUp(simulation);
  const spends =
    'inputs' in origin
      ? origin.inputs.map((input) => ({ origin: input.txid, number: input.index }))
      : [{ origin: origin.sender, number: origin.number }];
  const rows = await simulation.db.query<{ n: number; txid: string; height: number; hash: string }>(
    `select wanted.n, t.txid, b.height, b.hash
     from unnest($2::text[], $3::bigint[]) with ordinality as wanted (origin, number, n)
     join simulation.spends s
       on s.coin = $1 and s.origin = wanted.origin and s.number = wanted.number
     join simulation.transactions t on t.coin = s.coin and t.txid = s.txid
     join simulation.blocks b on b.coin = t.coin and b.hash = t.block_hash and b.height > $4
     order by wanted.n`,
    [
      simulation.coin.code,
      spends.map((spend) => spend.origin),
      spends.map((spend) => spend.number),
      aboveHeight,
    ],
  );
  return rows.map((row) => ({
    index: row.n - 1,
    txid: row.txid,
    block: { height: row.height, hash: row.hash },
  }));
}
