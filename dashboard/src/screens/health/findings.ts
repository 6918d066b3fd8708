// Texts of the doctor's checks: what was checked, and what to do if it fails. The compiler requires all of them in all
// languages.
import { useQuery } from '@tanstack/react-query';
import { type AlarmKind, useKindText } from '../../shared/alarm-kinds.ts';
import type { OperatorApi } from '../../shared/api-types.ts';
import { type Language, useLanguage } from '../../shared/i18n.tsx';
import { useInvariantText } from '../../shared/invariants.ts';
import { useTexts } from '../../shared/texts.ts';
import { useTimeText } from '../../shared/ui/when.tsx';
import { type Detail, detailText } from './details.ts';
import { de } from './findings-de.ts';
import { en } from './findings-en.ts';
import { es } from './findings-es.ts';
import { fr } from './findings-fr.ts';
import { nodeText, nodeTexts } from './nodes.ts';

export type Finding = OperatorApi['doctor']['output'][number];
type Code = Finding['code'];

export type FindingTexts = Readonly<Record<Code, { readonly is: string; readonly advice: string }>>;

const texts: Readonly<Record<Language, FindingTexts>> = { en, de, fr, es };

/** Codes whose text contains figures or names even when everything is fine. */
const TELLING: ReadonlySet<Code> = new Set([
  'node',
  'cover',
  'solvency',
  'tokens',
  'contested_payments',
  'small_payments',
  'fresh_payouts',
  'books',
  'signer',
  'alarm_destinations',
  'backups',
  'network_costs',
]);

/** A chain without a running watcher is not the node's fault. */
function adviceOf(code: Code, detail: Finding['detail']): Code {
  return detail?.code === 'no_watcher' ? 'invoices_overdue' : code;
}

/** Nothing needs to be done, or the finding itself says what. */
function isSaid(ok: boolean, hint: string | null, detail: Finding['detail']): boolean {
  return (ok && hint === null) || detail?.code === 'no_alert_channel';
}

export function useFindingText() {
  const { language, locale } = useLanguage();
  const { labelled } = useTexts('common');
  const time = useTimeText();
  const kindText = useKindText();
  const invariant = useInvariantText();
  const { data: nodes } = useQuery(nodeTexts(language));
  const ofLanguage = texts[language];
  return ({ code, about, ok, text, hint, detail, node }: Finding) => {
    const kind = (of: AlarmKind) => kindText(of).is;
    const { is } = ofLanguage[code];
    if (node !== null) {
      const title = labelled({
        label: is,
        value: `${node.coin}, ${nodes?.checks[node.check] ?? ''} (${node.node})`,
      });
      const ofNode = nodes === undefined ? null : nodeText(detail, { texts: nodes, locale });
      return { title, reported: text, advice: hint, ...ofNode };
    }
    const reported = detailText(detail as Detail, { language, locale, time, kind, invariant });
    const { advice } = ofLanguage[adviceOf(code, detail)];
    return {
      title: about === null ? is : labelled({ label: is, value: about }),
      reported: ok && !TELLING.has(code) ? null : reported,
      advice: isSaid(ok, hint, detail) ? null : advice,
    };
  };
}
