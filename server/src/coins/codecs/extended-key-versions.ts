// Version bytes of extended keys (BIP-32): xpub/xprv on the main network, tpub/tprv elsewhere. We use
// them for every coin, as litecoind and Bitcoin Cash Node do; the zpub, Ltub and other dialects of
// SLIP-132 say the same in more ways. Used by keys/seed.ts and receiving-key.ts.
import type { Network } from '../coin.ts';

export interface ExtendedKeyVersions {
  readonly private: number;
  readonly public: number;
}

const MAIN: ExtendedKeyVersions = { private: 0x0488ade4, public: 0x0488b21e };
const TEST: ExtendedKeyVersions = { private: 0x04358394, public: 0x043587cf };

export function extendedKeyVersions(network: Network): ExtendedKeyVersions {
  return network === 'main' ? MAIN : TEST;
}
