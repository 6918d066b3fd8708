// The channels of a project: permanent addresses, each with the account that receives its payments.
import { Button } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { networkText } from '../../shared/code-texts.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { useCan } from '../../shared/session.ts';
import { endpointStatus, Status, useStatusChoices } from '../../shared/statuses.tsx';
import { FilteredList } from '../../shared/ui/filtered-list.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Page } from '../../shared/ui/page.tsx';
import type { Column } from '../../shared/ui/tables.tsx';
import { CopyId } from '../../shared/ui/values.tsx';
import { CreateDialog } from './create-dialog.tsx';
import { channelList, type ListedChannel } from './queries.ts';

const route = getRouteApi('/app/projects/$project/channels');

export function ChannelList() {
  const t = useTexts('channels');
  const { project } = route.useParams();
  const filter = route.useSearch();
  const navigate = useNavigate({ from: '/projects/$project/channels' });
  const canCreate = useCan('createChannel');
  const [isCreating, setCreating] = useState(false);
  const create = canCreate && (
    <Button leftSection={<Icon name="plus" />} onClick={() => setCreating(true)}>
      {t.create}
    </Button>
  );
  return (
    <Page title={t.title} actions={create}>
      <FilteredList
        filter={filter}
        fields={[
          { name: 'status', label: t.status, choices: useStatusChoices(endpointStatus) },
          { name: 'coin', label: t.paidIn, placeholder: 'BTC' },
          { name: 'customer_id', label: t.customer },
          { name: 'custom_id', label: t.referenceBegins },
        ]}
        hasDays
        onFilter={(search) => void navigate({ search })}
        label={t.title}
        list={channelList(project, filter)}
        columns={useColumns()}
        rowLink={({ id }) => ({
          to: '/projects/$project/channels/$channel',
          params: { project, channel: id },
        })}
        empty={t.empty}
        noneFound={t.filtered}
      />
      {isCreating && <CreateDialog project={project} onClose={() => setCreating(false)} />}
    </Page>
  );
}

function useColumns(): readonly Column<ListedChannel>[] {
  const t = useTexts('channels');
  return [
    { head: t.name, cell: ({ name }) => name },
    { head: t.status, cell: ({ status }) => <Status of={endpointStatus} value={status} /> },
    { head: t.paidIn, cell: (row) => `${row.pay_currency} · ${networkText(row.network)}` },
    { head: t.account, cell: ({ receiver_currency: currency }) => currency },
    { head: t.customer, cell: ({ customer_id: id }) => id ?? '–' },
    { head: t.address, cell: ({ address }) => <CopyId value={address} label={t.address} /> },
  ];
}
