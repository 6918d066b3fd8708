// What the audit found not to hold, in the reader's language. Its words are loaded when somebody looks, as next to nobody
// ever sees one; until then, and in English, it is told as the service calls it.
import { useQuery } from '@tanstack/react-query';
import { useLanguage } from './i18n.tsx';

export function useInvariantText(): (invariant: string) => string {
  const { language } = useLanguage();
  const words = useQuery({
    queryKey: ['words', 'invariants'],
    queryFn: async () => (await import('./invariant-words.ts')).invariantWords,
    enabled: language !== 'en',
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (invariant) =>
    language === 'en' ? invariant : (words.data?.[invariant]?.[language] ?? invariant);
}
