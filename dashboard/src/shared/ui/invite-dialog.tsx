// Lets somebody in, by a link: his name, where it is mailed, and which role he gets, which is for the caller to ask.
import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { useAction } from '../action.ts';
import { fieldErrors } from '../errors.ts';
import { defineMessages, useMessages } from '../i18n.tsx';
import { FormDialog } from './form-dialog.tsx';
import type { Invitation } from './invitation.tsx';

interface Who {
  readonly name: string;
  readonly email?: string;
}

interface Props {
  readonly isReady?: boolean;
  readonly invite: (who: Who) => Promise<Invitation>;
  readonly onInvited: (invitation: Invitation) => unknown;
  readonly onClose: () => void;
  /** The choice of a role, with what the service finds wrong by field. */
  readonly children: (errors: Readonly<Record<string, ReactNode>>) => ReactNode;
}

export function InviteDialog({ isReady = true, invite, onInvited, onClose, children }: Props) {
  const t = useMessages(messages);
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

const messages = defineMessages(
  {
    invite: 'Invite somebody',
    makeLink: 'Make a link',
    name: 'Name',
    nameHint: 'As it will stand in the journal',
    email: 'E-mail',
    emailHint: 'Optional; the invitation is mailed there where mail is set up',
  },
  {
    de: {
      invite: 'Jemanden einladen',
      makeLink: 'Link machen',
      name: 'Name',
      nameHint: 'So wird er im Journal stehen',
      email: 'E-Mail',
      emailHint: 'Freiwillig; dorthin geht die Einladung, wo Post eingerichtet ist',
    },
    fr: {
      invite: 'Inviter quelqu’un',
      makeLink: 'Créer un lien',
      name: 'Nom',
      nameHint: 'Tel qu’il figurera au journal',
      email: 'E-mail',
      emailHint: 'Facultatif ; l’invitation y est envoyée si le courrier est configuré',
    },
    es: {
      invite: 'Invitar a alguien',
      makeLink: 'Crear un enlace',
      name: 'Nombre',
      nameHint: 'Tal como constará en el diario',
      email: 'Correo electrónico',
      emailHint: 'Opcional; allí llega la invitación si el correo está configurado',
    },
  },
);
