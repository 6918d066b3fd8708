// A sign-in link: shown once, or sent by email.
import { Text } from '@mantine/core';
import { useTexts } from '../texts.ts';
import { Dialog } from './dialog.tsx';
import { ShownOnce } from './shown-once.tsx';
import { When } from './when.tsx';

export interface Invitation {
  readonly name: string;
  /** Null when it is sent by email. */
  readonly link: string | null;
  readonly expires_at: string;
}

interface Props {
  readonly invitation: Invitation;
  readonly onClose: () => void;
}

export function InvitationLink({ invitation, onClose }: Props) {
  const t = useTexts('common');
  const until = (
    <>
      {t.until} <When at={invitation.expires_at} />.
    </>
  );
  if (invitation.link === null)
    return (
      <Dialog opened onClose={onClose} title={t.invitationTitle}>
        <Text>
          {t.mailed({ name: invitation.name })} {until}
        </Text>
      </Dialog>
    );
  return (
    <ShownOnce title={t.invitationTitle} secrets={{ [t.link]: invitation.link }} onClose={onClose}>
      {t.give({ name: invitation.name })} {until} {t.seen({ name: invitation.name })}
    </ShownOnce>
  );
}
