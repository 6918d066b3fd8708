// Tether's dollar on Polygon. Originally bridged by Polygon; since 2025 the same contract is USDT0, backed by USDT
// locked on Ethereum.
import { erc20CoinOn } from '../codecs/erc20-coin.ts';
import { polygon } from './polygon.ts';
import usdt from './usdt.ts';

export default erc20CoinOn(usdt, {
  on: polygon,
  decimals: 6,
  symbols: ['USDT', 'USDT0'],
  // polygonscan.com, "(PoS) Tether USD"; docs.usdt0.to, "Deployments".
  contracts: { main: '0xc2132D05D31c914a87C6611C10748AEb04B58e8F', test: null },
});
