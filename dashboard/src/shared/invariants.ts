// Texts of audit findings, in the page's language. Loaded with the first finding, because most people never see one.
// Until then a finding shows its code.
import { useQuery } from '@tanstack/react-query';
import { useLanguage } from './i18n.tsx';

const load = async () =>
  (await import('../../../server/src/contract/invariant-texts.ts')).INVARIANT_TEXTS;

export function useInvariantText(): (code: string) => string {
  const { language } = useLanguage();
  const { data } = useQuery({
    queryKey: ['words', 'invariants'],
    queryFn: load,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const texts: Readonly<Record<string, string>> = data?.[language] ?? {};
  return (code) => texts[code] ?? code.replaceAll('_', ' ');
}
