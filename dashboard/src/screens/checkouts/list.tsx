// The checkouts of a project, with filters and the dialog for a new one.
import { getRouteApi } from '@tanstack/react-router';
import { lazy } from 'react';
import { CheckoutStatus, checkoutContexts, checkoutStatus } from '../../shared/checkout-status.tsx';
import { useStatusChoices } from '../../shared/further-statuses.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { toCheckout } from '../../shared/links.ts';
import { useCan } from '../../shared/session.ts';
import { useCreate } from '../../shared/ui/buttons.tsx';
import { FilteredList } from '../../shared/ui/filtered-list.tsx';
import { Page } from '../../shared/ui/page.tsx';
import type { Column } from '../../shared/ui/tables.tsx';
import { shortened } from '../../shared/ui/values.tsx';
import { checkoutList, type ListedCheckout } from './queries.ts';

const CreateDialog = lazy(async () => ({
  default: (await import('./create-dialog.tsx')).CreateDialog,
}));

const route = getRouteApi('/app/projects/$project/checkouts');

export function CheckoutList() {
  const t = useTexts('checkouts');
  const { project } = route.useParams();
  const filter = route.useSearch();
  const contexts = checkoutContexts.map((value) => ({ value, label: t.contexts[value] }));
  const create = useCreate(useCan('createCheckout'), (onClose) => (
    <CreateDialog {...{ project, onClose }} />
  ));
  return (
    <Page title={t.title} actions={create.button(t.create)}>
      <FilteredList
        name="checkouts"
        filter={filter}
        fields={[
          { name: 'status', label: t.status, choices: useStatusChoices(checkoutStatus) },
          { name: 'context', label: t.why, choices: contexts },
          { name: 'currency', label: t.priceCurrency, placeholder: 'EUR' },
          { name: 'customer_id', label: t.customer },
        ]}
        presets={[{ status: 'open' }, { status: 'expired' }, { context: 'paid_late' }]}
        hasDays
        bulk={{ file: 'checkouts', nameOf }}
        label={t.title}
        list={checkoutList(project, filter)}
        columns={useColumns()}
        rowLink={({ id }) => toCheckout(project, id)}
        empty={{ icon: 'checkouts', text: t.empty, action: create.button(t.createFirst) }}
        noneFound={t.filtered}
      />
      {create.dialog}
    </Page>
  );
}

function nameOf({ custom_id, name, id }: ListedCheckout): string {
  return custom_id ?? name ?? shortened(id);
}

function useColumns(): readonly Column<ListedCheckout>[] {
  const t = useTexts('checkouts');
  return [
    { head: t.reference, cell: nameOf },
    {
      id: 'status',
      head: t.status,
      cell: ({ status, context }) => <CheckoutStatus {...{ status, context }} />,
    },
    { id: 'price', head: t.price, money: ({ price }) => price },
    { id: 'paid', head: t.paid, money: ({ paid }) => paid },
    { id: 'expires', head: t.expires, time: ({ expires_at: at }) => at },
    { id: 'created', head: t.created, time: ({ created_at: at }) => at },
  ];
}
