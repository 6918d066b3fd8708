// Differences between sandbox and live that are plain values, so that no other code reads the mode. Differences in
// behavior (chains, prices, risk, faults) are ports that assemble.ts chooses.
import type { Mode } from './config.ts';

export interface ModeRules {
  /** The clock can be moved forward. */
  readonly clockMoves: boolean;
  /** Callbacks may use http and may go to this machine. */
  readonly plainCallbacks: boolean;
  /** Error responses contain hints for developers. */
  readonly revealsHints: boolean;
  /** Public block explorers show the transactions. */
  readonly hasExplorers: boolean;
  /** A risk list may contain unreadable lines: test networks accept no address of a real list. */
  readonly toleratesBadLists: boolean;
  /** A token without a contract on the network gets an inert stand-in. */
  readonly standInContracts: boolean;
  /** A sign-in link is sufficient, and each start prints one: no passkey, password or code is required. */
  readonly linksSuffice: boolean;
  /** An alert is opened when the newest backup is old. */
  readonly watchesBackups: boolean;
  /** The doctor reports a missing alert destination, because alerts would go unnoticed. */
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
