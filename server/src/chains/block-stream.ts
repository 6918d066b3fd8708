// The port for new-block notifications: a wake-up and nothing else. Blocks are found by polling (chain.ts), so a stream
// that is late, silent or wrong changes when the service polls, never what it finds.

export interface BlockStream {
  /** Connects when due and checks whether the peer is alive. Called about every second. */
  tend(): void;
  /** Resolves when everything is closed. */
  close(): Promise<void>;
}

/** `heard` is called for each notified block, and after a reconnect. Opens no connection yet. */
export type OpenBlockStream = (heard: () => void) => BlockStream;
