// The answer as one sentence, and the advice that fits.
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { moneyText, shortened } from '../../shared/ui/values.tsx';
import type { Finding, Verdict } from './queries.ts';

export interface Sentence {
  readonly text: string;
  readonly advice: string;
}

export function useSentence(): (verdict: Verdict, finding: Finding | undefined) => Sentence {
  const t = useTexts('support');
  const { locale } = useLanguage();
  const money = (of: Finding['amount']) => (of === null ? '' : moneyText(locale, of));
  const whatIn = (object: Finding['object']) => {
    if (object === null) return t.noObject;
    const name = object.title ?? shortened(object.id);
    return object.type === 'invoice' ? t.invoiceNamed({ name }) : t.channelNamed({ name });
  };
  return (verdict, finding) => {
    const amount = money(finding?.amount ?? null);
    const what = whatIn(finding?.object ?? null);
    const network = finding?.network ?? '';
    const coin = finding?.coin ?? '';
    const isForeign = verdict === 'not_ours' && finding?.txid !== null;
    const texts: Readonly<Record<Verdict, string>> = {
      ...t.verdicts,
      credited: t.verdicts.credited({ amount, what }),
      held: t.verdicts.held({ amount, what }),
      partly_paid: t.verdicts.partly_paid({
        amount,
        what,
        missing: money(finding?.object?.missing ?? null),
      }),
      being_processed: t.verdicts.being_processed({ amount, what }),
      unconfirmed: t.verdicts.unconfirmed({ amount, what }),
      wrong_network: t.verdicts.wrong_network({ amount, network }),
      wrong_asset: t.verdicts.wrong_asset({ amount, network }),
      below_minimum: t.verdicts.below_minimum({ amount }),
      unmatched: t.verdicts.unmatched({ amount }),
      returned: t.verdicts.returned({ amount }),
      reversed: t.verdicts.reversed({ amount }),
      dropped: t.verdicts.dropped({ amount }),
      not_read_yet: t.verdicts.not_read_yet({ amount, what }),
      unsupported_token: t.verdicts.unsupported_token({ network }),
      payout: t.verdicts.payout({ amount }),
      contents_unknown: t.verdicts.contents_unknown({ network }),
      nothing_received: t.verdicts.nothing_received({ what }),
      tag_needed: t.verdicts.tag_needed({ coin }),
      other_tag: t.verdicts.other_tag({ coin }),
      not_ours: isForeign ? t.verdicts.not_ours_transaction({ network }) : t.verdicts.not_ours,
    };
    const advice = isForeign ? t.advice.not_ours_transaction : t.advice[verdict];
    return { text: texts[verdict], advice };
  };
}
