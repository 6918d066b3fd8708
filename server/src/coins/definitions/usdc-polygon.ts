// Circle's dollar on Polygon, issued there by Circle (not the bridged USDC.e).
import { erc20CoinOn } from '../codecs/erc20-coin.ts';
import { polygon } from './polygon.ts';
import usdc from './usdc.ts';

export default erc20CoinOn(usdc, {
  on: polygon,
  decimals: 6,
  contracts: {
    // developers.circle.com, "USDC contract addresses".
    main: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
    test: '0x41E94Eb019C0762f9Bfcf9Fb1E58725BfB0e7582',
    regtest: null,
  },
  confirmationTiers: [{ upTo: null, confirmations: 127 }],
  // 65,000 gas at 50 gwei.
  baselineFee: 3_250_000_000_000_000n,
  limits: {
    perTransfer: '30000',
    perDay: '60000',
    fees: { perTransfer: '3', perDay: '100', free: '1.5' },
  },
});
