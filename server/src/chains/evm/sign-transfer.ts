// Signs transfers of ETH. Pure: signatures are deterministic (RFC 6979), and every field follows from the plan and
// the chain, so a plan has one txid, known before anything is broadcast.
import { Transaction } from 'micro-eth-signer';
import { ethereumChainIds } from '../../coins/codecs/ethereum-chain-ids.ts';
import type { Network } from '../../coins/coin.ts';
import type { SignTransfer } from '../transfers.ts';
import { PAYMENT_GAS } from './payee-gas.ts';

/** By default the library mixes randomness into the signature, and a plan would have many txids. */
const NO_EXTRA_ENTROPY = false;

export function transferSigner(network: Network): SignTransfer {
  const chainId = BigInt(ethereumChainIds[network]);
  return (plan, keyOf) => {
    const { origin, outputs, fee } = plan;
    const [payment] = outputs;
    if (!('sender' in origin) || payment === undefined || outputs.length !== 1) {
      throw new Error(`${plan.coin} transfers have one sender and pay one address`);
    }
    // The whole price goes to the block, in base fee and tip: what was planned is what it costs, and an
    // address that is swept keeps nothing but a remainder of less than 21000 wei.
    const gas = BigInt(plan.gas ?? PAYMENT_GAS);
    const price = fee / gas;
    const unsigned = Transaction.prepare(
      {
        type: 'eip1559',
        chainId,
        nonce: BigInt(origin.number),
        maxFeePerGas: price,
        maxPriorityFeePerGas: price,
        gasLimit: gas,
        to: payment.address,
        value: payment.amount,
        data: '',
        accessList: [],
      },
      false,
    );
    const transaction = unsigned.signBy(keyOf(origin.sender), NO_EXTRA_ENTROPY);
    // A key of somebody else's would spend his money, or nobody's.
    if (transaction.sender.toLowerCase() !== origin.sender) {
      throw new Error(`the key is not that of ${origin.sender}`);
    }
    return { raw: transaction.toHex(), txid: transaction.hash };
  };
}
