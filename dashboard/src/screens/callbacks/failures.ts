// Why an attempt got no response, in the form that the service stores: `connect: the request failed: ECONNREFUSED`. The
// prefix is translated. A network error code is kept, because it is more precise.
import { useTexts } from '../../shared/i18n.tsx';

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
