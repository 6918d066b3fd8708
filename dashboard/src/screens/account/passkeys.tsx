// Passkeys: a sign-in method that cannot be phished or shared.
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { people } from '../../shared/api.ts';
import { useAction } from '../../shared/errors.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { makePasskey } from '../../shared/passkey.ts';
import { ConfirmDialog, Dialog } from '../../shared/ui/dialogs.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Failed } from '../../shared/ui/page.tsx';
import { type Column, ListTable } from '../../shared/ui/tables.tsx';
import { When } from '../../shared/ui/values.tsx';
import { type Passkey, passkeyList } from './queries.ts';
import { Section, useAccountChanged } from './section.tsx';

export function Passkeys() {
  const t = useTexts('account');
  const changed = useAccountChanged();
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Passkey>();
  const [renaming, setRenaming] = useState<Passkey>();
  const columns: readonly Column<Passkey>[] = [
    {
      head: t.name,
      cell: (passkey) => (
        <>
          <strong>{passkey.name}</strong>{' '}
          <Button
            size="xs"
            variant="subtle"
            aria-label={t.renameWhom({ name: passkey.name })}
            onClick={() => setRenaming(passkey)}
          >
            {t.rename}
          </Button>
        </>
      ),
    },
    { head: t.made, cell: ({ made_at: at }) => <When at={at} /> },
    { head: t.lastUsed, cell: ({ used_at: at }) => (at === null ? t.neverUsed : <When at={at} />) },
    { head: t.where, cell: ({ is_backed_up: isCopied }) => (isCopied ? t.synced : t.oneDevice) },
    {
      head: t.remove,
      cell: (passkey) => (
        <Button
          size="xs"
          variant="default"
          aria-label={t.removeWhom({ name: passkey.name })}
          onClick={() => setRemoving(passkey)}
        >
          {t.removeAction}
        </Button>
      ),
    },
  ];
  const add = (
    <Button leftSection={<Icon name="plus" />} onClick={() => setAdding(true)}>
      {t.addPasskey}
    </Button>
  );
  return (
    <Section title={t.passkeys} about={t.passkeysAbout} actions={add}>
      <ListTable label={t.passkeys} list={passkeyList} columns={columns} empty={t.noPasskeys} />
      {isAdding && (
        <Dialog opened onClose={() => setAdding(false)} title={t.addPasskey}>
          <NewPasskey
            onMade={async () => {
              setAdding(false);
              await changed();
            }}
          />
        </Dialog>
      )}
      {renaming !== undefined && (
        <Dialog
          opened
          onClose={() => setRenaming(undefined)}
          title={t.renameWhom({ name: renaming.name })}
        >
          <NameForm
            first={renaming.name}
            action={t.renameAction}
            run={(name) => people('me.rename-passkey', { passkey_id: renaming.id, name })}
            onDone={async () => {
              setRenaming(undefined);
              await changed();
            }}
          />
        </Dialog>
      )}
      {removing !== undefined && (
        <ConfirmDialog
          title={t.removeWhom({ name: removing.name })}
          action={t.remove}
          isDangerous
          run={async () => {
            const confirms = t.confirmsRemovePasskey({ name: removing.name });
            await people('me.remove-passkey', { passkey_id: removing.id }, { confirms });
            await changed();
          }}
          onClose={() => setRemoving(undefined)}
        >
          {t.removePasskeyWhat}
        </ConfirmDialog>
      )}
    </Section>
  );
}

/** Also used after an invitation. */
export function NewPasskey({ onMade }: { readonly onMade: () => unknown }) {
  const t = useTexts('account');
  const make = (name: string) => makePasskey(name, t.confirmsPasskey({ name }));
  return <NameForm first="" action={t.makePasskey} run={make} onDone={onMade} />;
}

interface NameProps {
  readonly first: string;
  readonly action: string;
  readonly run: (name: string) => Promise<unknown>;
  readonly onDone: () => unknown;
}

function NameForm({ first, action, run, onDone }: NameProps) {
  const t = useTexts('account');
  const [name, setName] = useState(first);
  const work = useAction({ run: () => run(name.trim()), onDone });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    work.start(undefined);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label={t.passkeyName}
          description={t.passkeyNameHint}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={100}
          required
          data-autofocus
        />
        {work.isError && <Failed error={work.error} />}
        <Group justify="flex-end">
          <Button type="submit" loading={work.isPending}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
