// Signs transfers deterministically (RFC 6979), so the txid of a plan is known before broadcast.
import { Transaction } from 'micro-eth-signer';
import type { Coin, Network } from '../../coins/coin.ts';
import { evmNodes } from '../../coins/nodes.ts';
import type { PlannedOutput, SignTransfer } from '../transfers.ts';
import { forGas } from './fee-quotes.ts';
import { contractOf, inContract, transferCall } from './token-call.ts';

/** By default, the library adds randomness to the signature, which would give one plan many txids. */
const NO_EXTRA_ENTROPY = false;

/** A token's contract always comes from its definition, never from a plan. */
export function transferSigner({ coin, network }: { coin: Coin; network: Network }): SignTransfer {
  const called = coin.token === null ? null : contractOf(coin, network);
  const nodes = evmNodes(coin);
  const chainId = BigInt(nodes.chainIds[network]);
  return (plan, keyOf) => {
    const { origin, outputs, fee } = plan;
    const [payment] = outputs;
    const isNothing = plan.setting === 'nothing' && payment === undefined;
    if (!('sender' in origin) || (payment === undefined && !isNothing) || outputs.length > 1) {
      throw new Error(`${plan.coin} transfers have one sender and pay one address`);
    }
    if (plan.coin !== coin.code)
      throw new Error(`a plan of ${plan.coin} is not one of ${coin.code}`);
    // Without a tip, the whole price goes to the block: the transfer costs what was planned, and a swept address keeps
    // less than 21000 wei. Unused gas of a token transfer is not charged.
    const gas = BigInt(plan.gas ?? (called === null ? nodes.gas.payment : nodes.gas.token));
    const offered = forGas(nodes, fee);
    if (plan.tip !== undefined && plan.tip > fee) throw new Error('a tip is above its fee');
    const tip = plan.tip !== undefined && plan.tip < offered ? plan.tip : offered;
    const unsigned = Transaction.prepare(
      {
        type: 'eip1559',
        chainId,
        nonce: BigInt(origin.number),
        maxFeePerGas: offered / gas,
        maxPriorityFeePerGas: tip / gas,
        gasLimit: gas,
        ...deedOf({
          called,
          payment: payment === undefined ? null : inContract(coin, payment),
          sender: origin.sender,
        }),
        accessList: [],
      },
      false,
    );
    const transaction = unsigned.signBy(keyOf(origin.sender), NO_EXTRA_ENTROPY);
    // With the wrong key, the transfer would be sent from another account.
    if (transaction.sender.toLowerCase() !== origin.sender) {
      throw new Error(`the key is not that of ${origin.sender}`);
    }
    return { raw: transaction.toHex(), txid: transaction.hash };
  };
}

/** A plan without a payment sends zero to the sender itself, which only uses up its nonce. */
function deedOf({
  called,
  payment,
  sender,
}: {
  called: string | null;
  payment: PlannedOutput | null;
  sender: string;
}) {
  if (payment === null) return plainPayment({ address: sender, tag: null, amount: 0n });
  return called === null ? plainPayment(payment) : tokenPayment(called, payment);
}

function plainPayment({ address, amount }: PlannedOutput) {
  return { to: address, value: amount, data: '' };
}

function tokenPayment(contract: string, payment: PlannedOutput) {
  return { to: contract, value: 0n, data: transferCall(payment) };
}
