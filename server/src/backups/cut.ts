// What is undone when a command is told to end in the middle of its work: copies that nobody will finish, and the
// servers that run on them.

export interface Cut {
  /** `undo` is called when the work is cut, unless the answer was called before. */
  undo(undo: () => Promise<unknown>): () => void;
}

/** Runs work that leaves something behind, which `undo` removes: when it is over, failed, or was cut. */
export async function undoneAfter<T>(
  { cut, undo }: { readonly cut: Cut; readonly undo: () => Promise<unknown> },
  work: () => Promise<T>,
): Promise<T> {
  const forget = cut.undo(undo);
  try {
    return await work();
  } finally {
    await undo();
    forget();
  }
}
