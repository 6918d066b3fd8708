// A link that signs somebody in: shown once, or on its way to them by mail.
import { Text } from '@mantine/core';
import { defineMessages, useMessages } from '../i18n.tsx';
import { Dialog } from './dialog.tsx';
import { ShownOnce } from './shown-once.tsx';
import { When } from './when.tsx';

export interface Invitation {
  readonly name: string;
  /** Null when it is mailed. */
  readonly link: string | null;
  readonly expires_at: string;
}

interface Props {
  readonly invitation: Invitation;
  readonly onClose: () => void;
}

export function InvitationLink({ invitation, onClose }: Props) {
  const t = useMessages(messages);
  const until = (
    <>
      {t.until} <When at={invitation.expires_at} />.
    </>
  );
  if (invitation.link === null)
    return (
      <Dialog opened onClose={onClose} title={t.title}>
        <Text>
          {t.mailed(invitation.name)} {until}
        </Text>
      </Dialog>
    );
  return (
    <ShownOnce title={t.title} secrets={{ [t.link]: invitation.link }} onClose={onClose}>
      {t.give(invitation.name)} {until} {t.seen(invitation.name)}
    </ShownOnce>
  );
}

const messages = defineMessages(
  {
    title: 'Invitation',
    link: 'the link',
    give: (name: string) => `Give this link to ${name}, and to nobody else: it signs in once.`,
    until: 'It is valid until',
    mailed: (name: string) => `${name} gets the link by mail. It signs in once.`,
    seen: (name: string) =>
      `You have seen this link, so you and ${name} count as one person for approvals once it is used.`,
  },
  {
    de: {
      title: 'Einladung',
      link: 'Link',
      give: (name) =>
        `Geben Sie diesen Link ${name}, und niemandem sonst: Er meldet ein einziges Mal an.`,
      until: 'Er gilt bis',
      mailed: (name) => `${name} erhält den Link per E-Mail. Er meldet ein einziges Mal an.`,
      seen: (name) =>
        `Sie haben diesen Link gesehen: Sobald er benutzt ist, gelten Sie und ${name} bei Genehmigungen als eine Person.`,
    },
    fr: {
      title: 'Invitation',
      link: 'le lien',
      give: (name) => `Donnez ce lien à ${name} et à personne d’autre : il ne sert qu’une fois.`,
      until: 'Il est valable jusqu’au',
      mailed: (name) => `${name} reçoit le lien par e-mail. Il ne sert qu’une fois.`,
      seen: (name) =>
        `Vous avez vu ce lien : dès qu’il est utilisé, ${name} et vous comptez pour une seule personne lors des approbations.`,
    },
    es: {
      title: 'Invitación',
      link: 'el enlace',
      give: (name) => `Dé este enlace a ${name} y a nadie más: solo sirve una vez.`,
      until: 'Vale hasta el',
      mailed: (name) => `${name} recibe el enlace por correo. Solo sirve una vez.`,
      seen: (name) =>
        `Usted ha visto este enlace: en cuanto se use, usted y ${name} cuentan como una sola persona para las aprobaciones.`,
    },
  },
);
