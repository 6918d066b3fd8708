// Reads accounts as of the newest validated ledger.
import { ChainUnavailable } from '../chain.ts';
import { shaped } from '../rpc/json-rpc.ts';
import type { AccountState, PayeeRefusal, PaymentFrom } from '../transfers.ts';
import { type RippledRpc, shapes } from './rpc.ts';

/** xrpl.org, "AccountRoot Flags". */
export const REQUIRES_TAG = 0x0002_0000;
const REFUSES_XRP = 0x0008_0000;
const REQUIRES_AUTHORISATION = 0x0100_0000;

interface AccountFacts {
  readonly height: number;
  /** In drops. */
  readonly balance: bigint;
  readonly number: number;
  /** Owned ledger entries; each raises the reserve. */
  readonly entries: number;
  readonly flags: number;
}

interface Reserves {
  /** In drops. `increment` is per owned entry. */
  readonly base: bigint;
  readonly perEntry: bigint;
}

/** Null when the account is in no validated ledger. */
export async function readFacts(rpc: RippledRpc, address: string): Promise<AccountFacts | null> {
  const answer = await rpc.request('account_info', { account: address, ledger_index: 'validated' });
  if (!answer.ok) {
    if (answer.error === 'actNotFound') return null;
    throw new ChainUnavailable(`account_info at ${rpc.node} was refused: ${answer.message}`);
  }
  const what = `account ${address} at ${rpc.node}`;
  const { account_data: data, ledger_index: height } = shaped(shapes.account, answer.result, what);
  return {
    height,
    balance: BigInt(data.Balance),
    number: data.Sequence,
    entries: data.OwnerCount,
    flags: data.Flags,
  };
}

export async function readReserves(rpc: RippledRpc): Promise<Reserves> {
  const { state } = await rpc.call('server_state', shapes.serverState);
  const ledger = state.validated_ledger;
  if (ledger === undefined) throw new ChainUnavailable(`${rpc.node} has no validated ledger yet`);
  return { base: BigInt(ledger.reserve_base), perEntry: BigInt(ledger.reserve_inc) };
}

export async function readAccount(rpc: RippledRpc, address: string): Promise<AccountState> {
  const facts = await readFacts(rpc, address);
  if (facts === null) return { spendable: 0n, nextNumber: 0, requiresTags: false };
  const reserves = await readReserves(rpc);
  const spendable = facts.balance - reserves.base - reserves.perEntry * BigInt(facts.entries);
  return {
    spendable: spendable > 0n ? spendable : 0n,
    nextNumber: facts.number,
    requiresTags: (facts.flags & REQUIRES_TAG) !== 0,
  };
}

/** Why the network would now reject a payment and charge its fee; null when it would succeed. */
export async function refusalOf(
  rpc: RippledRpc,
  payment: PaymentFrom,
): Promise<PayeeRefusal | null> {
  const facts = await readFacts(rpc, payment.address);
  if (facts === null) {
    const { base } = await readReserves(rpc);
    // The first payment creates the account and must cover its reserve (tecNO_DST_INSUF_XRP).
    return payment.amount < base ? { code: 'account_missing' } : null;
  }
  // Tag 0 is sent as no tag (sign-transfer.ts).
  const isTagless = payment.tag === null || payment.tag === 0;
  if ((facts.flags & REQUIRES_TAG) !== 0 && isTagless) return { code: 'tag_required' };
  if ((facts.flags & REFUSES_XRP) !== 0) return { code: 'xrp_disallowed' };
  if ((facts.flags & REQUIRES_AUTHORISATION) !== 0 && !(await isAuthorised(rpc, facts, payment)))
    return { code: 'not_authorized' };
  return null;
}

/** An account at its reserve accepts payments up to that amount (xrpl.org, "Deposit Authorization"). */
async function isAuthorised(
  rpc: RippledRpc,
  { balance }: AccountFacts,
  { sender, address, amount }: PaymentFrom,
): Promise<boolean> {
  const { base } = await readReserves(rpc);
  if (balance <= base && amount <= base) return true;
  const { deposit_authorized: isYes } = await rpc.call(
    'deposit_authorized',
    shapes.depositAuthorized,
    { source_account: sender, destination_account: address, ledger_index: 'validated' },
  );
  return isYes;
}
