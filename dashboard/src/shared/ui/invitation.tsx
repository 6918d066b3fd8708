// A link that lets somebody in, shown once.
import { defineMessages, useMessages } from '../i18n.tsx';
import { ShownOnce } from './shown-once.tsx';
import { When } from './when.tsx';

export interface Invitation {
  readonly name: string;
  readonly link: string;
  readonly expires_at: string;
}

interface Props {
  readonly invitation: Invitation;
  readonly onClose: () => void;
}

export function InvitationLink({ invitation, onClose }: Props) {
  const t = useMessages(messages);
  return (
    <ShownOnce title={t.title} secrets={{ [t.link]: invitation.link }} onClose={onClose}>
      {t.give(invitation.name)} {t.until} <When at={invitation.expires_at} />.
    </ShownOnce>
  );
}

const messages = defineMessages(
  {
    title: 'Invitation',
    link: 'the link',
    give: (name: string) => `Give this link to ${name}, and to nobody else: it signs in once.`,
    until: 'It is valid until',
  },
  {
    de: {
      title: 'Einladung',
      link: 'Link',
      give: (name) =>
        `Geben Sie diesen Link ${name}, und niemandem sonst: Er meldet ein einziges Mal an.`,
      until: 'Er gilt bis',
    },
    fr: {
      title: 'Invitation',
      link: 'le lien',
      give: (name) => `Donnez ce lien à ${name} et à personne d’autre : il ne sert qu’une fois.`,
      until: 'Il est valable jusqu’au',
    },
    es: {
      title: 'Invitación',
      link: 'el enlace',
      give: (name) => `Dé este enlace a ${name} y a nadie más: solo sirve una vez.`,
      until: 'Vale hasta el',
    },
  },
);
