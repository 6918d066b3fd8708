// What all coins on Ethereum have in common, ether and tokens: the form of addresses, how they come from keys, and
// the block explorer.
import type { Coin } from '../coin.ts';
import { ethereumAddressOf, parseEthereumAddress } from './ethereum-address.ts';
import { receivingKey } from './receiving-key.ts';

type Shared =
  | 'network'
  | 'networkName'
  | 'destinationTag'
  | 'deriveAddress'
  | 'parseAddress'
  | 'formatAddress'
  | 'explorerUrl';

export const onEthereum: Pick<Coin, Shared> = {
  network: 'ethereum',
  networkName: 'Ethereum (ERC20)',
  destinationTag: null,
  deriveAddress: (extendedPublicKey, index, network) =>
    ethereumAddressOf(receivingKey(extendedPublicKey, index, network)),
  parseAddress(text) {
    const address = parseEthereumAddress(text);
    return address === null ? null : { address, tag: null };
  },
  formatAddress: ({ address }) => address,
  explorerUrl(txid, network) {
    if (network === 'regtest') return null;
    return `https://${network === 'main' ? '' : 'sepolia.'}etherscan.io/tx/${txid}`;
  },
};
