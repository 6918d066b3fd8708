// Circle's dollar on Ethereum (ERC-20), an optional token.
import { erc20Coin } from '../codecs/erc20-coin.ts';
import { ethereum } from './eth.ts';

export default erc20Coin({
  on: ethereum,
  code: 'USDC',
  name: 'USD Coin',
  decimals: 6,
  accountPath: "m/44'/60'/2'",
  contracts: {
    // developers.circle.com, "USDC contract addresses".
    main: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    test: '0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238',
  },
});
