// The text of the doctor's findings in the page's language, with amounts and times in the reader's formats.
import {
  type FindingStyle,
  findingAdvice,
  findingReport,
  findingTitle,
} from '../../../../server/src/core/texts/finding-text.ts';
import { type AlertKind, useKindText } from '../../shared/alert-kinds.ts';
import type { OperatorApi } from '../../shared/api-types.ts';
import { refusalOf } from '../../shared/code-texts.ts';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { useInvariantText } from '../../shared/invariants.ts';
import { moneyText, useTimeText } from '../../shared/ui/values.tsx';

export type Finding = OperatorApi['doctor']['output'][number];

export function useFindingText() {
  const { locale } = useLanguage();
  const kindText = useKindText();
  const invariant = useInvariantText();
  const style: FindingStyle = {
    texts: useTexts('doctor'),
    locale,
    time: useTimeText(),
    amount: (text) => amountText(text, locale),
    alert: (kind) => kindText(kind as AlertKind).is,
    rule: ({ invariant: code, project_id: id }) => `${invariant(code)} (${id ?? '–'})`,
  };
  return (finding: Finding) => ({
    title: findingTitle(finding, style),
    reported: finding.detail.code === 'fine' ? null : findingReport(finding, style),
    advice: finding.hint === null ? null : findingAdvice(finding, style),
  });
}

const AMOUNT = /^(-?\d+(?:\.\d+)?) ([A-Z0-9]{2,10}(?:\.[a-z0-9_-]+)?)$/;

/** `1234.5 EUR` as the reader writes it. Removes the error class name from a failure. */
function amountText(text: string, locale: string): string {
  const [, amount, currency] = AMOUNT.exec(text) ?? [];
  if (amount === undefined || currency === undefined) return refusalOf(text);
  return moneyText(locale, { amount, currency });
}
