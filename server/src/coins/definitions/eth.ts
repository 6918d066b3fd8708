// Ether on Ethereum. Deposit addresses are those of keys (BIP-44), one for each invoice or channel. The
// ledger counts wei; the interface has 8 decimals (wire.md (h)).

import { ethereumChainIds } from '../codecs/ethereum-chain-ids.ts';
import { onEthereum } from '../codecs/on-ethereum.ts';
import { uriWith } from '../codecs/payment-uri.ts';
import { defineCoin } from '../coin.ts';

export default defineCoin({
  ...onEthereum,
  code: 'ETH',
  kind: 'coin',
  scale: 18,
  precision: 8,
  name: 'Ethereum',
  feeCoin: 'ETH',
  token: null,
  payPrecision: 8,
  // Each deposit address is emptied by a transfer of its own.
  smallest: { dust: 1n, spending: { part: 1n, of: 1n } },
  // wire.md (h): the editions differ, this is the more cautious one.
  confirmationTiers: [{ upTo: null, confirmations: 33 }],
  // BIP-44. The same on every network, as in all wallets; EIP-155 keeps their transactions apart.
  accountPath: () => "m/44'/60'/0'",
  // EIP-681, in wei. Its grammar also allows 2.85e16 and even 0.285e17, but wallets that read the value
  // as an integer refuse those; plain digits are valid everywhere.
  paymentUri: ({ address }, amount, network) =>
    uriWith(`ethereum:${address}@${ethereumChainIds[network]}`, {
      value: amount === null ? null : amount.toString(),
    }),
});
