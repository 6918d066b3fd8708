// Asks who is there before something that moves money, makes a secret or changes rules. It is in the frame of every page,
// and loaded when it is needed; requests that want a proof open it (shared/api.ts).
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { currentProof, watchProof } from '../proof.ts';

const ProofForm = lazy(async () => ({ default: (await import('./proof-form.tsx')).ProofForm }));

export function ProofDialog() {
  const asked = useSyncExternalStore(watchProof, currentProof);
  if (asked === null) return null;
  return (
    <Suspense fallback={null}>
      <ProofForm proof={asked} />
    </Suspense>
  );
}
