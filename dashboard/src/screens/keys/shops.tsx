// Shops that are connected with a plugin: what to paste into the plugin, and the keys that were given.
import { Checkbox, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { USUAL_SHOP_PERMISSIONS } from '../../../../server/src/contract/shop-permissions.ts';
import { operator } from '../../shared/api.ts';
import type { OperatorApi } from '../../shared/api-types.ts';
import { useFormAction } from '../../shared/form-action.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { listOptions, wholeList } from '../../shared/queries.ts';
import { useCan } from '../../shared/session.ts';
import { useCreate } from '../../shared/ui/buttons.tsx';
import { FormDialog, ShownOnce } from '../../shared/ui/dialogs.tsx';
import { ListTable } from '../../shared/ui/list-table.tsx';
import type { Columns } from '../../shared/ui/tables.tsx';
import { RevokeMenu, useHistoryColumns } from './columns.tsx';
import type { ShopPermission } from './pairing.ts';
import { ShopWebhooks } from './shop-webhooks.tsx';

type ShopKey = OperatorApi['shop-keys.list']['output'][number];
type Made = OperatorApi['shop-keys.create']['output'];

const shopList = (project: string) =>
  listOptions(['api_key', project, 'shops'], async (_after, signal) =>
    wholeList(await operator('shop-keys.list', { project }, { signal })),
  );

interface Props {
  readonly project: string;
}

export function Shops({ project }: Props) {
  const t = useTexts('keys');
  const [made, setMade] = useState<Made>();
  const create = useCreate(useCan('shop-keys.create'), (onClose) => (
    <ConnectDialog
      {...{ project, onClose }}
      onMade={(key) => {
        onClose();
        setMade(key);
      }}
    />
  ));
  return (
    <Stack gap="md" mt="xl">
      <Group justify="space-between">
        <Title order={2}>{t.shops}</Title>
        {create.button(t.connect)}
      </Group>
      <Text c="dimmed">{t.shopsWhat}</Text>
      <ListTable
        label={t.shops}
        list={shopList(project)}
        columns={useColumns(project)}
        rowKey={({ id }) => id}
        empty={{ icon: 'keys', text: t.noShops }}
      />
      <ShopWebhooks project={project} />
      {create.dialog}
      {made !== undefined && (
        <ShownOnce
          title={t.connected}
          secrets={{
            [t.theServer]: made.server_url,
            [t.theStore]: made.store_id,
            [t.theShopKey]: made.shop_key,
          }}
          onClose={() => setMade(undefined)}
        >
          {t.pasteThem}
        </ShownOnce>
      )}
    </Stack>
  );
}

function useColumns(project: string): Columns<ShopKey> {
  const t = useTexts('keys');
  const canRevoke = useCan('shop-keys.revoke');
  return [
    {
      head: t.shop,
      cell: (key) => (
        <Group gap="xs" wrap="nowrap" justify="space-between">
          <strong>{key.name}</strong>
          {canRevoke && key.revoked_at === null && <ShopActions {...{ project }} of={key} />}
        </Group>
      ),
    },
    ...useHistoryColumns(),
  ];
}

function ShopActions({ project, of: { id, name } }: Props & { readonly of: ShopKey }) {
  const t = useTexts('keys');
  const confirms = t.revokeShopConfirms({ name });
  return (
    <RevokeMenu
      {...{ project, name }}
      what={t.revokeShopWhat({ name })}
      run={() => operator('shop-keys.revoke', { project, key_id: id }, { confirms })}
    />
  );
}

/** Some plugins need it, others accept no key with it. A person approves each refund. */
const REFUNDS = 'btcpay.store.cancreatenonapprovedpullpayments';
const WITH_REFUNDS = [...USUAL_SHOP_PERMISSIONS, REFUNDS] as ShopPermission[];

interface ConnectProps extends Props {
  readonly onMade: (key: Made) => void;
  readonly onClose: () => void;
}

function ConnectDialog({ project, onMade, onClose }: ConnectProps) {
  const t = useTexts('keys');
  const { form, field, dialog } = useFormAction({
    initialValues: { name: '', refunds: false },
    run: ({ name, refunds }) =>
      operator(
        'shop-keys.create',
        { project, name, ...(refunds && { permissions: WITH_REFUNDS }) },
        { confirms: t.connectConfirms({ name }) },
      ),
    refreshes: [['api_key', project]],
    onDone: onMade,
  });
  return (
    <FormDialog title={t.connect} onClose={onClose} {...dialog}>
      <TextInput
        label={t.shop}
        description={t.shopHint}
        placeholder="WooCommerce"
        required
        data-autofocus
        {...field('name')}
      />
      <Checkbox
        label={t.shopPermissions.cancreatenonapprovedpullpayments}
        description={t.refundsHint}
        {...form.getInputProps('refunds', { type: 'checkbox' })}
      />
      <Text size="sm" c="dimmed">
        {t.connectOnce}
      </Text>
    </FormDialog>
  );
}
