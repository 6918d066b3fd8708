// Destinations that are known by name: rules may ask whether a withdrawal goes to one of them.
import { Button, Group, Modal, Stack, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction } from '../../shared/action.ts';
import { operator } from '../../shared/api.ts';
import { fieldErrors } from '../../shared/errors.ts';
import { useMessages } from '../../shared/i18n.tsx';
import { useCan } from '../../shared/session.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { CopyId } from '../../shared/ui/copy-id.tsx';
import { Failed } from '../../shared/ui/failed.tsx';
import { type Column, ListTable } from '../../shared/ui/list-table.tsx';
import { When } from '../../shared/ui/when.tsx';
import { policyWords } from './messages.ts';
import { addressBook, type Destination } from './queries.ts';

export function AddressBook({ project }: { readonly project: string }) {
  const t = useMessages(policyWords);
  const client = useQueryClient();
  const canAdd = useCan('policy.addresses.add');
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Destination>();
  const changed = () => client.invalidateQueries({ queryKey: ['policy', project] });
  const remove: Column<Destination> = {
    head: t.remove,
    cell: (row) => (
      <Button size="xs" variant="default" onClick={() => setRemoving(row)}>
        {t.removeAction}
      </Button>
    ),
  };
  return (
    <>
      <Group justify="space-between">
        <Title order={2}>{t.addresses}</Title>
        {canAdd && (
          <Button variant="default" onClick={() => setAdding(true)}>
            {t.addAddress}
          </Button>
        )}
      </Group>
      <ListTable
        label={t.addresses}
        list={addressBook(project)}
        columns={[
          { head: t.whose, cell: ({ name }) => <strong>{name ?? '–'}</strong> },
          { head: t.coin, cell: ({ coin }) => coin },
          {
            head: t.address,
            cell: ({ destination }) => <CopyId value={destination} label={t.address} isWhole />,
          },
          {
            head: t.since,
            cell: ({ listed_at: at }) => (at === null ? '–' : <When at={at} />),
          },
          ...(canAdd ? [remove] : []),
        ]}
        rowKey={({ coin, destination }) => `${coin} ${destination}`}
        empty={t.noAddresses}
      />
      {isAdding && (
        <AddDialog project={project} onAdded={changed} onClose={() => setAdding(false)} />
      )}
      {removing !== undefined && (
        <ConfirmDialog
          title={t.removeTitle}
          action={t.remove}
          isDangerous
          run={async () => {
            const { coin: currency, destination: address } = removing;
            await operator(
              'policy.addresses.remove',
              { project, currency, address },
              { confirms: `${t.removeTitle} ${currency} ${address}` },
            );
            await changed();
          }}
          onClose={() => setRemoving(undefined)}
        >
          {removing.coin} {removing.destination}
        </ConfirmDialog>
      )}
    </>
  );
}

interface AddProps {
  readonly project: string;
  readonly onAdded: () => Promise<unknown>;
  readonly onClose: () => void;
}

function AddDialog({ project, onAdded, onClose }: AddProps) {
  const t = useMessages(policyWords);
  const form = useForm({ initialValues: { currency: '', address: '', name: '' } });
  const add = useAction({
    run: (values: typeof form.values) =>
      operator(
        'policy.addresses.add',
        { project, ...values },
        { confirms: `${t.addAddress}: ${values.currency} ${values.address}` },
      ),
    onDone: async () => {
      await onAdded();
      onClose();
    },
    onFailed: (error) => form.setErrors(fieldErrors(error)),
  });
  return (
    <Modal opened onClose={onClose} title={t.addAddress}>
      <form onSubmit={form.onSubmit((values) => add.start(values))}>
        <Stack gap="md">
          <TextInput
            label={t.coin}
            placeholder="BTC"
            required
            data-autofocus
            {...form.getInputProps('currency')}
          />
          <TextInput label={t.address} required {...form.getInputProps('address')} />
          <TextInput label={t.whose} required {...form.getInputProps('name')} />
          {add.isError && <Failed error={add.error} />}
          <Group justify="flex-end">
            <Button type="submit" loading={add.isPending}>
              {t.addAddress}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
