// Passkeys: a sign-in method that cannot be phished or shared.
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { people } from '../../shared/api.ts';
import { useFormAction } from '../../shared/form-action.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { makePasskey } from '../../shared/passkey.ts';
import { ConfirmButton, CreateButton } from '../../shared/ui/buttons.tsx';
import { Dialog, SubmitForm } from '../../shared/ui/dialogs.tsx';
import { ListTable } from '../../shared/ui/list-table.tsx';
import { Section } from '../../shared/ui/page.tsx';
import type { Columns } from '../../shared/ui/tables.tsx';
import { ACCOUNT, type Passkey, passkeyList } from './queries.ts';

export function Passkeys() {
  const t = useTexts('account');
  const [renaming, setRenaming] = useState<Passkey>();
  const add = (
    <CreateButton label={t.addPasskey}>
      {(onClose) => (
        <Dialog opened onClose={onClose} title={t.addPasskey}>
          <NewPasskey onMade={onClose} />
        </Dialog>
      )}
    </CreateButton>
  );
  return (
    <Section title={t.passkeys} about={t.passkeysAbout} actions={add}>
      <ListTable
        label={t.passkeys}
        list={passkeyList}
        columns={useColumns(setRenaming)}
        empty={t.noPasskeys}
      />
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
            onDone={() => setRenaming(undefined)}
          />
        </Dialog>
      )}
    </Section>
  );
}

function useColumns(onRename: (passkey: Passkey) => void): Columns<Passkey> {
  const t = useTexts('account');
  return [
    {
      head: t.name,
      cell: (passkey) => (
        <>
          <strong>{passkey.name}</strong>{' '}
          <Button
            size="xs"
            variant="subtle"
            aria-label={t.renameWhom({ name: passkey.name })}
            onClick={() => onRename(passkey)}
          >
            {t.rename}
          </Button>
        </>
      ),
    },
    { head: t.made, time: ({ made_at: at }) => at },
    { head: t.lastUsed, time: ({ used_at: at }) => at, none: t.neverUsed },
    { head: t.where, cell: ({ is_backed_up: isCopied }) => (isCopied ? t.synced : t.oneDevice) },
    {
      head: t.remove,
      cell: ({ id, name }) => (
        <ConfirmButton
          label={t.removeAction}
          name={t.removeWhom({ name })}
          size="xs"
          title={t.removeWhom({ name })}
          action={t.remove}
          isDangerous
          run={() => {
            const confirms = t.confirmsRemovePasskey({ name });
            return people('me.remove-passkey', { passkey_id: id }, { confirms });
          }}
          refreshes={ACCOUNT}
        >
          {t.removePasskeyWhat}
        </ConfirmButton>
      ),
    },
  ];
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
  const { field, dialog } = useFormAction({
    initialValues: { name: first },
    run: ({ name }) => run(name.trim()),
    refreshes: ACCOUNT,
    onDone,
  });
  return (
    <SubmitForm action={action} {...dialog}>
      <TextInput
        label={t.passkeyName}
        description={t.passkeyNameHint}
        maxLength={100}
        required
        data-autofocus
        {...field('name')}
      />
    </SubmitForm>
  );
}
