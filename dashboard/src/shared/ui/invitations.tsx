// Dialogs that invite people and show their links.
import { Checkbox, Stack, Text, TextInput } from '@mantine/core';
import type { QueryKey } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { OperatorApi } from '../api-types.ts';
import { projectRoles } from '../code-texts.ts';
import { useFormAction } from '../form-action.ts';
import { useTexts } from '../i18n.tsx';
import { useMe } from '../session.ts';
import { Dialog, FormDialog, ShownOnce } from './dialogs.tsx';
import { When } from './values.tsx';

interface Invitee {
  readonly name: string;
  readonly email?: string;
}

interface Props {
  readonly isReady?: boolean;
  readonly invite: (invitee: Invitee) => Promise<Invitation>;
  readonly refreshes: readonly QueryKey[];
  readonly onInvited: (invitation: Invitation) => unknown;
  readonly onClose: () => void;
  /** The role inputs. They get the errors by field. */
  readonly children: (errors: Readonly<Record<string, ReactNode>>) => ReactNode;
}

/** Invites a person by link: name, email address, and a role, which the caller renders. */
export function InviteDialog(props: Props) {
  const { isReady = true, invite, refreshes, onInvited, onClose, children } = props;
  const t = useTexts('common');
  const { form, field, dialog } = useFormAction({
    initialValues: { name: '', email: '' },
    run: ({ name, email }) => invite({ name, ...(email === '' ? {} : { email }) }),
    refreshes,
    onDone: onInvited,
  });
  return (
    <FormDialog title={t.invite} action={t.createLink} {...{ isReady, onClose }} {...dialog}>
      <TextInput
        label={t.name}
        description={t.nameHint}
        required
        data-autofocus
        {...field('name')}
      />
      <TextInput label={t.email} description={t.emailHint} type="email" {...field('email')} />
      {children(form.errors)}
    </FormDialog>
  );
}

export interface Invitation {
  readonly name: string;
  /** Null when it is sent by email. */
  readonly link: string | null;
  readonly expires_at: string;
}

interface InvitationLinkProps {
  readonly invitation: Invitation;
  readonly onClose: () => void;
}

export function InvitationLink({ invitation, onClose }: InvitationLinkProps) {
  const t = useTexts('common');
  const until = (
    <>
      {t.linkValidUntil} <When at={invitation.expires_at} />.
    </>
  );
  if (invitation.link === null)
    return (
      <Dialog opened onClose={onClose} title={t.invitationTitle}>
        <Text>
          {t.linkMailed({ name: invitation.name })} {until}
        </Text>
      </Dialog>
    );
  return (
    <ShownOnce
      title={t.invitationTitle}
      secrets={{ [t.theLink]: invitation.link }}
      onClose={onClose}
    >
      {t.shareLink({ name: invitation.name })} {until}{' '}
      {t.linkSeenWarning({ name: invitation.name })}
    </ShownOnce>
  );
}

export type ProjectRole = OperatorApi['members.invite']['input']['roles'][number];

interface RoleChoiceProps {
  readonly label: string;
  readonly value: readonly string[];
  readonly error?: ReactNode;
  readonly onChange: (roles: readonly ProjectRole[]) => void;
}

export function RoleChoice({ label, value, error, onChange }: RoleChoiceProps) {
  const names = useTexts('common').roleNames;
  const duties = useTexts('common').roleDuties;
  // Only an owner can change who approves. For others, it stays as it was.
  const [before] = useState(value);
  const isOwner = useMe().permissions.includes('team');
  const isFixed = (role: ProjectRole) => role === 'approver' && !isOwner && !before.includes(role);
  return (
    <Checkbox.Group
      label={label}
      value={[...value]}
      error={error}
      onChange={(chosen) => onChange(projectRoles.filter((role) => chosen.includes(role)))}
    >
      <Stack gap="xs" mt="xs">
        {projectRoles.map((role) => (
          <Checkbox
            key={role}
            value={role}
            label={names[role]}
            description={duties[role]}
            disabled={isFixed(role)}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
