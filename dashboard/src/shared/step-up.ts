// Connects a request that requires a step-up with the dialog that performs it (ui/step-up-dialog.tsx).

export interface StepUpRequest {
  /** What is confirmed, in a sentence. Null if the screen has already shown it. */
  readonly confirms: string | null;
}

interface Request extends StepUpRequest {
  readonly done: () => void;
  readonly cancel: () => void;
}

/** The person canceled the step-up. */
export class StepUpCancelled extends Error {}

let current: Request | null = null;
const listeners = new Set<() => void>();

/** Resolves after the step-up. Concurrent requests share one step-up. */
export function requestStepUp(confirms: string | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const before = current;
    show({
      confirms: confirms ?? before?.confirms ?? null,
      done: () => {
        before?.done();
        resolve();
      },
      cancel: () => {
        before?.cancel();
        reject(new StepUpCancelled());
      },
    });
  });
}

export function endStepUp(outcome: 'done' | 'cancel'): void {
  const requested = current;
  show(null);
  requested?.[outcome]();
}

/** For useSyncExternalStore. */
export function watchStepUp(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const currentStepUp = (): StepUpRequest | null => current;

function show(requested: Request | null): void {
  current = requested;
  for (const listener of listeners) listener();
}
