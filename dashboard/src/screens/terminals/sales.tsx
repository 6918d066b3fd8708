// The sales of a terminal. Each one is a checkout, which its row opens.
import { CheckoutStatus } from '../../shared/checkout-status.tsx';
import { useTexts } from '../../shared/i18n.tsx';
import { toCheckout } from '../../shared/links.ts';
import { ListTable } from '../../shared/ui/list-table.tsx';
import type { Column } from '../../shared/ui/tables.tsx';
import { Part } from './part.tsx';
import { type Sale, type Terminal, terminalSales } from './queries.ts';

export function Sales({ terminal }: { readonly terminal: Terminal }) {
  const t = useTexts('terminals');
  const { project_id: project, id } = terminal;
  const columns: readonly Column<Sale>[] = [
    { head: t.sale, cell: ({ number }) => t.saleNumber({ number: `${number}` }) },
    { head: t.status, cell: ({ status, context }) => <CheckoutStatus {...{ status, context }} /> },
    { head: t.person, cell: ({ staff }) => staff },
    { head: t.total, money: ({ total }) => total },
    { head: t.tipPaid, money: ({ tip }) => tip },
    { head: t.inClose, isAmount: true, cell: ({ close_number: close }) => close ?? '–' },
    { head: t.created, time: ({ created_at: at }) => at },
  ];
  return (
    <Part title={t.sales}>
      <ListTable
        label={t.sales}
        list={terminalSales(project, id)}
        columns={columns}
        rowLink={({ id: checkout }) => toCheckout(project, checkout)}
        empty={t.noSales}
      />
    </Part>
  );
}
