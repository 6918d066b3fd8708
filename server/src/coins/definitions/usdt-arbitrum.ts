// Tether's dollar on Arbitrum One. Originally bridged by Arbitrum; since 2025 the same contract is USDT0, backed by
// USDT locked on Ethereum.
import { erc20CoinOn } from '../codecs/erc20-coin.ts';
import { arbitrum } from './arbitrum.ts';
import usdt from './usdt.ts';

export default erc20CoinOn(usdt, {
  on: arbitrum,
  decimals: 6,
  symbols: ['USDT', 'USDT0', 'USD₮0'],
  // arbiscan.io, "Tether USD"; docs.usdt0.to, "Deployments".
  contracts: { main: '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9', test: null },
});
