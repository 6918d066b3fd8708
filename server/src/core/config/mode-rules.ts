// What differs between sandbox and live and is a plain value, so that nothing else has to ask for the mode. What is
// more than a value (chains, prices, risk, faults) is a port that assemble.ts chooses.
import type { Mode } from './config.ts';

export interface ModeRules {
  /** The clock can be moved ahead. */
  readonly clockMoves: boolean;
  /** Callbacks may go over http, and to this machine itself. */
  readonly plainCallbacks: boolean;
  /** Errors tell a developer what to do about them. */
  readonly revealsHints: boolean;
  /** Public block explorers know the transactions. */
  readonly hasExplorers: boolean;
  /** A risk list may have lines that cannot be read: test networks know no address of a real list. */
  readonly toleratesBadLists: boolean;
  /** A token without a contract on the network gets one that does nothing. */
  readonly standInContracts: boolean;
  /** A link alone signs in, and each start prints one: no passkey, password or code is needed. */
  readonly linksSuffice: boolean;
  /** A newest backup that is too old is an alarm. */
  readonly watchesBackups: boolean;
  /** Without a place where alarms are sent, nobody learns of them. */
  readonly wantsAlarmDestination: boolean;
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
    wantsAlarmDestination: false,
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
    wantsAlarmDestination: true,
  },
};
