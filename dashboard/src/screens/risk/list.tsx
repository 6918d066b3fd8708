// Risk: your address lists, the score of any address, and items on hold because of their risk.
import { Stack, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { operator } from '../../shared/api.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { useCan } from '../../shared/session.ts';
import { ConfirmButton, DialogButton } from '../../shared/ui/buttons.tsx';
import { FilteredList } from '../../shared/ui/filtered-list.tsx';
import { Page } from '../../shared/ui/page.tsx';
import type { Columns } from '../../shared/ui/tables.tsx';
import { CopyId } from '../../shared/ui/values.tsx';
import { type Listed, type ListNames, listedAddresses } from './queries.ts';

const AddDialog = lazy(async () => ({ default: (await import('./sections.tsx')).AddDialog }));
const Held = lazy(async () => ({ default: (await import('./sections.tsx')).Held }));
const Score = lazy(async () => ({ default: (await import('./sections.tsx')).Score }));
const ImportDialog = lazy(async () => ({
  default: (await import('./import-dialog.tsx')).ImportDialog,
}));

const route = getRouteApi('/app/risk');

export function RiskList() {
  const t = useTexts('risk');
  const filter = route.useSearch();
  const client = useQueryClient();
  const names = useListNames();
  // An import that was interrupted has added entries too.
  const endImport = (onClose: () => void) => {
    onClose();
    void client.invalidateQueries({ queryKey: ['risk'] });
  };
  const add = useCan('risk.block') && (
    <>
      <DialogButton label={t.open}>
        {(onClose) => <ImportDialog names={names} onClose={() => endImport(onClose)} />}
      </DialogButton>
      <DialogButton label={t.allow}>
        {(onClose) => <AddDialog list="allow" onClose={onClose} />}
      </DialogButton>
      <DialogButton label={t.block} variant="filled">
        {(onClose) => <AddDialog list="block" onClose={onClose} />}
      </DialogButton>
    </>
  );
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
                choices: Object.entries(names).map(([value, label]) => ({ value, label })),
              },
              { name: 'address', label: t.address },
            ]}
            label={t.lists}
            list={listedAddresses(filter)}
            columns={useColumns(names)}
            rowKey={({ currency, address }) => `${currency} ${address}`}
            empty={t.empty}
            noneFound={t.filtered}
          />
        </Stack>
        <Suspense>
          <Held />
        </Suspense>
      </Stack>
    </Page>
  );
}

function useListNames(): ListNames {
  const t = useTexts('risk');
  return { block: t.blocked, allow: t.allowed, allow_despite_sanctions: t.despite };
}

function useColumns(names: Readonly<Record<string, string>>): Columns<Listed> {
  const t = useTexts('risk');
  const canRemove = useCan('risk.remove');
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
      cell: ({ currency, address }) => {
        const what = t.removeWhat({ address });
        return (
          canRemove && (
            <ConfirmButton
              label={t.remove}
              size="xs"
              title={t.removeTitle}
              action={t.removeAction}
              isDangerous
              run={() => operator('risk.remove', { currency, address }, { confirms: what })}
              refreshes={[['risk']]}
            >
              {what}
            </ConfirmButton>
          )
        );
      },
    },
  ];
}
