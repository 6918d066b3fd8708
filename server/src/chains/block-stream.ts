// The port of what tells of new blocks as they come: a wake-up and nothing else. Blocks are found by asking for them
// (chain.ts), so a stream that is late, silent or lying changes when they are looked for, never what is found.

export interface BlockStream {
  /** Connects when it is time to, and finds out whether the other side is still there. Called about every second. */
  tend(): void;
  /** Resolves when nothing is open any more. */
  close(): Promise<void>;
}

/** `heard` is called for each block that is told of, and after a connection was away. Connects to nothing yet. */
export type OpenBlockStream = (heard: () => void) => BlockStream;
