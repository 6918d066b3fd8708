// Asks who is there before something that moves money, makes a secret or changes rules. It is in the frame of every page,
// and loaded when it is needed; requests that want a proof open it (shared/api.ts).
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { currentProof, watchProof } from '../step-up.ts';

const StepUpForm = lazy(async () => ({ default: (await import('./step-up-form.tsx')).StepUpForm }));

export function StepUpDialog() {
  const requested = useSyncExternalStore(watchProof, currentProof);
  if (requested === null) return null;
  return (
    <Suspense fallback={null}>
      <StepUpForm proof={requested} />
    </Suspense>
  );
}
