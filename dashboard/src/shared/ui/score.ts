// A score of risk, in the numbers of who looks.
import { useLanguage } from '../i18n.tsx';

export function useScoreText(): (score: number | string) => string {
  const { locale } = useLanguage();
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  return (score) => format.format(score as `${number}`);
}
