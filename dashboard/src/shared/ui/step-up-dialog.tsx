// The step-up dialog, required before money moves, secrets are created or rules change. Part of every page's frame and
// loaded on demand. Requests that need a step-up open it (shared/api.ts).
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { currentStepUp, watchStepUp } from '../step-up.ts';

const StepUpForm = lazy(async () => ({ default: (await import('./step-up-form.tsx')).StepUpForm }));

export function StepUpDialog() {
  const requested = useSyncExternalStore(watchStepUp, currentStepUp);
  if (requested === null) return null;
  return (
    <Suspense fallback={null}>
      <StepUpForm request={requested} />
    </Suspense>
  );
}
