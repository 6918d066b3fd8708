// What donors gave and entered, with a button that keeps a name and message off the page.
import type { Donation, PaymentLink } from '@chaintill/client';
import { Text, Title } from '@mantine/core';
import { merchant } from '../../shared/api.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { toCheckout } from '../../shared/links.ts';
import { useCan } from '../../shared/session.ts';
import { ConfirmButton } from '../../shared/ui/buttons.tsx';
import { ListTable } from '../../shared/ui/list-table.tsx';
import type { Columns } from '../../shared/ui/tables.tsx';
import { donationList, donationsChanged } from './queries.ts';

interface Props {
  readonly project: string;
  readonly link: PaymentLink;
}

export function Donors({ project, link }: Props) {
  const t = useTexts('payment-links').donation;
  const canChange = useCan('hideDonation');
  const columns: Columns<Donation> = [
    { head: t.name, cell: ({ name }) => name ?? t.noName },
    { head: t.message, cell: ({ message }) => message },
    { head: t.amount, money: ({ amount, currency }) => ({ amount, currency }) },
    { head: t.shown, cell: (donation) => <Shown donation={donation} /> },
    { head: t.given, time: ({ created_at: at }) => at },
    canChange && {
      head: t.action,
      cell: (donation) => <Hide {...{ project, link, donation }} />,
    },
  ];
  return (
    <>
      <Title order={2}>{t.donors}</Title>
      <ListTable
        label={t.donors}
        list={donationList(project, link.id)}
        columns={columns}
        rowLink={({ id }) => toCheckout(project, id)}
        empty={t.noDonors}
      />
    </>
  );
}

function Shown({ donation }: { readonly donation: Donation }) {
  const t = useTexts('payment-links').donation;
  if (!donation.public) return <Text c="dimmed">{t.private}</Text>;
  return <>{donation.hidden ? t.hidden : t.onPage}</>;
}

/** Only what the donor wanted on the page can be hidden. */
function Hide({ project, link, donation }: Props & { readonly donation: Donation }) {
  const t = useTexts('payment-links').donation;
  const { id, hidden, name } = donation;
  if (!donation.public) return null;
  const of = { name: name ?? t.noName };
  return (
    <ConfirmButton
      label={hidden ? t.showButton : t.hideButton}
      name={hidden ? t.showOf(of) : t.hideOf(of)}
      size="xs"
      title={hidden ? t.showTitle : t.hideTitle}
      action={hidden ? t.showAction : t.hideAction}
      run={(_, attempt) =>
        merchant(project)(
          'hideDonation',
          { id: link.id, donation_id: id, hidden: !hidden },
          { attempt },
        )
      }
      refreshes={donationsChanged(project)}
    >
      {hidden ? t.showWhat : t.hideWhat}
    </ConfirmButton>
  );
}
