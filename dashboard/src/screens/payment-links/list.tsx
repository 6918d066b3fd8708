// The payment links of a project, and the dialog for a new one.
import type { PaymentLink } from '@chaintill/client';
import { getRouteApi } from '@tanstack/react-router';
import { lazy } from 'react';
import { useTexts } from '../../shared/i18n.tsx';
import { toPaymentLink } from '../../shared/links.ts';
import { useCan } from '../../shared/session.ts';
import { useCreate } from '../../shared/ui/buttons.tsx';
import { ListTable } from '../../shared/ui/list-table.tsx';
import { Page } from '../../shared/ui/page.tsx';
import type { Column } from '../../shared/ui/tables.tsx';
import { Money } from '../../shared/ui/values.tsx';
import { linkList } from './queries.ts';
import { LinkStatus } from './status.tsx';

const LinkDialog = lazy(async () => ({
  default: (await import('./link-dialog.tsx')).LinkDialog,
}));

const route = getRouteApi('/app/projects/$project/payment-links');

export function PaymentLinkList() {
  const t = useTexts('payment-links');
  const { project } = route.useParams();
  const create = useCreate(useCan('createPaymentLink'), (onClose) => (
    <LinkDialog {...{ project, onClose }} link={null} />
  ));
  return (
    <Page title={t.title} actions={create.button(t.create)}>
      <ListTable
        label={t.title}
        list={linkList(project)}
        columns={useColumns()}
        rowLink={({ id }) => toPaymentLink(project, id)}
        empty={{ icon: 'checkouts', text: t.empty, action: create.button(t.createFirst) }}
      />
      {create.dialog}
    </Page>
  );
}

function useColumns(): readonly Column<PaymentLink>[] {
  const t = useTexts('payment-links');
  return [
    { head: t.name, cell: ({ name }) => name },
    { head: t.status, cell: (link) => <LinkStatus link={link} /> },
    {
      head: t.price,
      cell: ({ price_amount: amount, price_currency: currency, donation }) =>
        donation !== null ? (
          t.donation.kind
        ) : amount === null ? (
          t.open
        ) : (
          <Money {...{ amount, currency }} />
        ),
    },
    {
      head: t.taken,
      isAmount: true,
      cell: ({ taken, paid_late: late, stock }) =>
        stock === null ? taken + late : t.takenOf({ taken: taken + late, stock }),
    },
    { head: t.created, time: ({ created_at: at }) => at },
  ];
}
