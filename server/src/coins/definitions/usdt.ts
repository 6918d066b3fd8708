// Tether's dollar on Ethereum (ERC-20), an optional token.
import { erc20Coin } from '../codecs/erc20-coin.ts';
import { ethereum } from './eth.ts';

export default erc20Coin({
  on: ethereum,
  code: 'USDT',
  name: 'Tether USD',
  decimals: 6,
  accountPath: "m/44'/60'/1'",
  contracts: {
    // tether.to, "supported protocols".
    main: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    // Tether has no contract on Sepolia.
    test: null,
    regtest: null,
  },
  // The stricter column of wire.md part 1.2, "confirmations".
  confirmationTiers: [{ upTo: null, confirmations: 33 }],
  // A US dollar in EUR, at the sandbox rate (rates/sandbox-prices.ts).
  rates: { sandbox: '0.862069', symbols: { kraken: 'USDT' } },
  // 65,000 gas, about what a transfer of USDT uses, at 20 gwei.
  baselineFee: 1_300_000_000_000_000n,
  limits: {
    perTransfer: '30000',
    perDay: '60000',
    fees: { perTransfer: '0.06', perDay: '5', free: '0.06' },
  },
});
