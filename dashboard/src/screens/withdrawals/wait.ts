// Why a withdrawal is not sent, in the page's language. Messages from nodes, rules and people follow untranslated.
import type { OperatorApi } from '../../shared/api-types.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { useSignerRefusal } from '../../shared/reason-texts.ts';

type Row = Pick<
  OperatorApi['withdrawals.list']['output']['rows'][number],
  'wait_code' | 'wait_message' | 'wait_detail' | 'wait_subject' | 'wait_facts'
>;

export function useWaitText(): (row: Row) => string {
  const t = useTexts('withdrawals').waits;
  const detailText = useDetailText();
  const { labelled } = useTexts('common');
  return ({ wait_code: code, wait_message: said, ...row }) => {
    if (code === null) return '';
    const why = detailText(row) ?? said;
    if (why === null) return code === 'held' ? '' : t[code];
    return labelled({ label: t[code], value: why });
  };
}

type Detail = Pick<Row, 'wait_detail' | 'wait_subject' | 'wait_facts'>;

/** Null for a message from a node, a rule or a person. */
function useDetailText(): (detail: Detail) => string | null {
  const { cancel, hold, payee } = useTexts('reasons');
  const signerRefusal = useSignerRefusal();
  return ({ wait_detail: detail, wait_subject, wait_facts: facts }) => {
    const about = wait_subject ?? '';
    if (detail === null) return null;
    if (detail === 'lookalike_address') return hold.lookalike_address({ address: about });
    if (detail === 'possibly_paid') return hold.possibly_paid({ txid: about });
    if (detail in cancel) return cancel[detail as keyof typeof cancel];
    if (detail in payee) return payee[detail as keyof typeof payee];
    return signerRefusal(detail, facts ?? {});
  };
}
