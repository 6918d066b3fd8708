// Invites a person by link: name, email address, and a role, which the caller renders.
import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { useAction } from '../action.ts';
import { fieldErrors } from '../errors.ts';
import { useTexts } from '../texts.ts';
import { FormDialog } from './form-dialog.tsx';
import type { Invitation } from './invitation.tsx';

interface Invitee {
  readonly name: string;
  readonly email?: string;
}

interface Props {
  readonly isReady?: boolean;
  readonly invite: (invitee: Invitee) => Promise<Invitation>;
  readonly onInvited: (invitation: Invitation) => unknown;
  readonly onClose: () => void;
  /** The role inputs. They get the errors by field. */
  readonly children: (errors: Readonly<Record<string, ReactNode>>) => ReactNode;
}

export function InviteDialog({ isReady = true, invite, onInvited, onClose, children }: Props) {
  const t = useTexts('common');
  const form = useForm({ initialValues: { name: '', email: '' } });
  const work = useAction({
    run: ({ name, email }: typeof form.values) =>
      invite({ name, ...(email === '' ? {} : { email }) }),
    onDone: onInvited,
    onFailed: (error) => form.setErrors(fieldErrors(error)),
  });
  return (
    <FormDialog
      title={t.invite}
      action={t.makeLink}
      {...{ isReady, work, onClose }}
      onSubmit={form.onSubmit((values) => work.start(values))}
    >
      <TextInput
        label={t.name}
        description={t.nameHint}
        required
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TextInput
        label={t.email}
        description={t.emailHint}
        type="email"
        {...form.getInputProps('email')}
      />
      {children(form.errors)}
    </FormDialog>
  );
}
