// Risk: your address lists, the score of any address, and items on hold because of their risk.
import { Button, Stack, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { operator } from '../../shared/api.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { useCan } from '../../shared/session.ts';
import { ConfirmDialog } from '../../shared/ui/dialogs.tsx';
import { FilteredList } from '../../shared/ui/filtered-list.tsx';
import { Page } from '../../shared/ui/page.tsx';
import type { Column } from '../../shared/ui/tables.tsx';
import { CopyId } from '../../shared/ui/values.tsx';
import { type Listed, listedAddresses } from './queries.ts';

const AddDialog = lazy(async () => ({ default: (await import('./add-dialog.tsx')).AddDialog }));
const Held = lazy(async () => ({ default: (await import('./held.tsx')).Held }));
const Score = lazy(async () => ({ default: (await import('./score.tsx')).Score }));
const ImportDialog = lazy(async () => ({
  default: (await import('./import-dialog.tsx')).ImportDialog,
}));

const route = getRouteApi('/app/risk');

export function RiskList() {
  const t = useTexts('risk');
  const i = useTexts('risk');
  const filter = route.useSearch();
  const navigate = useNavigate({ from: '/risk' });
  const client = useQueryClient();
  const canChange = useCan('risk.block');
  const [adding, setAdding] = useState<'block' | 'allow'>();
  const [isImporting, setImporting] = useState(false);
  const [removing, setRemoving] = useState<Listed>();
  const refresh = () => client.invalidateQueries({ queryKey: ['risk'] });
  const add = canChange && (
    <>
      <Button variant="default" onClick={() => setImporting(true)}>
        {i.open}
      </Button>
      <Button variant="default" onClick={() => setAdding('allow')}>
        {t.allow}
      </Button>
      <Button onClick={() => setAdding('block')}>{t.block}</Button>
    </>
  );
  const listed = useListed(setRemoving);
  return (
    <Page title={t.title} actions={add}>
      <Stack gap="xl">
        <Suspense>
          <Score />
        </Suspense>
        <Stack gap="md">
          <Title order={2}>{t.lists}</Title>
          <FilteredList
            filter={filter}
            fields={[
              {
                name: 'list',
                label: t.list,
                choices: (['block', 'allow', 'allow_despite_sanctions'] as const).map((value) => ({
                  value,
                  label:
                    t[value === 'block' ? 'blocked' : value === 'allow' ? 'allowed' : 'despite'],
                })),
              },
              { name: 'address', label: t.address },
            ]}
            onFilter={(search) => void navigate({ search })}
            label={t.lists}
            list={listedAddresses(filter)}
            columns={listed}
            rowKey={({ currency, address }) => `${currency} ${address}`}
            empty={t.empty}
            noneFound={t.filtered}
          />
        </Stack>
        <Suspense>
          <Held />
        </Suspense>
      </Stack>
      {adding !== undefined && (
        <Suspense>
          <AddDialog
            list={adding}
            onDone={() => {
              setAdding(undefined);
              void refresh();
            }}
            onClose={() => setAdding(undefined)}
          />
        </Suspense>
      )}
      {isImporting && (
        <Suspense>
          <ImportDialog
            onDone={() => {
              setImporting(false);
              void refresh();
            }}
            onClose={() => {
              setImporting(false);
              void refresh();
            }}
          />
        </Suspense>
      )}
      {removing !== undefined && (
        <ConfirmDialog
          title={t.removeTitle}
          action={t.removeAction}
          isDangerous
          run={async () => {
            const { currency, address } = removing;
            const confirms = t.removeWhat({ address });
            await operator('risk.remove', { currency, address }, { confirms });
            await refresh();
          }}
          onClose={() => setRemoving(undefined)}
        >
          {t.removeWhat({ address: removing.address })}
        </ConfirmDialog>
      )}
    </Page>
  );
}

function useListed(onRemove: (listed: Listed) => void): readonly Column<Listed>[] {
  const t = useTexts('risk');
  const canRemove = useCan('risk.remove');
  const names: Readonly<Record<string, string>> = {
    block: t.blocked,
    allow: t.allowed,
    allow_despite_sanctions: t.despite,
  };
  return [
    { head: t.list, cell: ({ list }) => names[list] ?? list },
    { head: t.coin, cell: ({ currency }) => currency },
    {
      head: t.address,
      cell: ({ address }) => <CopyId value={address} label={t.address} isWhole />,
    },
    { head: t.note, cell: ({ name }) => name },
    {
      head: t.change,
      cell: (listed) =>
        canRemove && (
          <Button size="xs" variant="default" onClick={() => onRemove(listed)}>
            {t.remove}
          </Button>
        ),
    },
  ];
}
