// Differences between sandbox and live that are plain values. assemble.ts selects the implementations whose behavior
// differs (chains, prices, risk, faults). No other code reads the mode.
import type { Mode } from './config.ts';

export interface ModeRules {
  readonly clockMoves: boolean;
  /** Callback URLs may use http and may point to this machine. */
  readonly plainCallbacks: boolean;
  readonly revealsHints: boolean;
  readonly hasExplorers: boolean;
  /** A risk list may contain unreadable lines, because mainnet addresses are invalid on a test network. */
  readonly toleratesBadLists: boolean;
  /** A token without a contract on the network gets a stand-in contract that does nothing. */
  readonly standInContracts: boolean;
  /** A sign-in link is sufficient, without passkey, password or code. Each start prints a link. */
  readonly linksSuffice: boolean;
  readonly watchesBackups: boolean;
  readonly wantsAlertDestination: boolean;
}

export const modeRules: Readonly<Record<Mode, ModeRules>> = {
  sandbox: {
    clockMoves: true,
    plainCallbacks: true,
    revealsHints: true,
    hasExplorers: false,
    toleratesBadLists: true,
    standInContracts: true,
    linksSuffice: true,
    watchesBackups: false,
    wantsAlertDestination: false,
  },
  live: {
    clockMoves: false,
    plainCallbacks: false,
    revealsHints: false,
    hasExplorers: true,
    toleratesBadLists: false,
    standInContracts: false,
    linksSuffice: false,
    watchesBackups: true,
    wantsAlertDestination: true,
  },
};
