// Why a withdrawal is not sent, in the page's language. Messages from nodes, rules and people follow untranslated.
import type { OperatorApi } from '../../shared/api-types.ts';
import { useTexts } from '../../shared/i18n.tsx';

type Row = Pick<
  OperatorApi['withdrawals.list']['output']['rows'][number],
  'wait_code' | 'wait_message' | 'wait_detail' | 'wait_subject'
>;

export function useWaitText(): (row: Row) => string {
  const t = useTexts('withdrawals').waits;
  const detailText = useDetailText();
  const { labelled } = useTexts('common');
  return ({ wait_code: code, wait_message: said, wait_detail: detail, wait_subject: about }) => {
    if (code === null) return '';
    const why = detail === null ? said : detailText(detail, about ?? '');
    if (why === null) return code === 'held' ? '' : t[code];
    return labelled({ label: t[code], value: why });
  };
}

function useDetailText(): (detail: NonNullable<Row['wait_detail']>, about: string) => string {
  const { cancel, hold, payee } = useTexts('reasons');
  return (detail, about) => {
    if (detail === 'lookalike_address') return hold.lookalike_address({ address: about });
    if (detail === 'possibly_paid') return hold.possibly_paid({ txid: about });
    return detail in cancel
      ? cancel[detail as keyof typeof cancel]
      : payee[detail as keyof typeof payee];
  };
}
