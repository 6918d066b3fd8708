// Tether's dollar on Ethereum (ERC-20), an optional token.
import { erc20Coin } from '../codecs/erc20-coin.ts';
import { ethereum } from './eth.ts';

export default erc20Coin({
  on: ethereum,
  code: 'USDT',
  name: 'Tether USD',
  decimals: 6,
  accountPath: "m/44'/60'/1'",
  // tether.to, "supported protocols"; none on Sepolia.
  contracts: { main: '0xdAC17F958D2ee523a2206206994597C13D831ec7', test: null },
});
