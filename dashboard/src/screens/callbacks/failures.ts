// Why an attempt had no answer, as the service notes it: `connect: the request failed: ECONNREFUSED`. What it begins with
// has words here; a code of the network says more to those who know it, and is kept.
import { useTexts } from '../../shared/texts.ts';

export function useFailureText(): (failure: string) => string {
  const t: Readonly<Record<string, string>> = useTexts('callbacks').failures;
  return (failure) => {
    const [, reason = '', rest = ''] = /^(\w+): (.*)$/s.exec(failure) ?? [];
    const known = t[reason];
    if (known === undefined) return failure;
    const [code] = /\b[A-Z][A-Z0-9_]+$/.exec(rest) ?? [];
    return code === undefined ? known : `${known} (${code})`;
  };
}
