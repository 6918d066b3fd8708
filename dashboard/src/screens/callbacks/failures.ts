// Why an attempt had no answer. The service stores `<reason>: <detail>`; the reason is a code with a text here, and the
// code of a network error at the end of the detail stays.
import { defineMessages, useMessages } from '../../shared/i18n.tsx';

export const failureMessages = defineMessages(
  {
    refused_url: 'its address is not one that callbacks may go to',
    refused_address: 'it leads to an address that is not public',
    dns: 'its host name has no address',
    connect: 'no connection',
    tls: 'its certificate, or the encryption, is not right',
    timeout: 'no answer in time',
    protocol: 'what it answered is no HTTP',
  },
  {
    de: {
      refused_url: 'an diese Adresse dürfen Rückrufe nicht gehen',
      refused_address: 'es führt zu einer Adresse, die nicht öffentlich ist',
      dns: 'der Rechnername hat keine Adresse',
      connect: 'keine Verbindung',
      tls: 'Zertifikat oder Verschlüsselung stimmt nicht',
      timeout: 'keine rechtzeitige Antwort',
      protocol: 'die Antwort ist kein HTTP',
    },
    fr: {
      refused_url: 'les notifications ne peuvent aller à cette adresse',
      refused_address: 'elle mène à une adresse qui n’est pas publique',
      dns: 'le nom d’hôte n’a pas d’adresse',
      connect: 'pas de connexion',
      tls: 'le certificat ou le chiffrement n’est pas bon',
      timeout: 'pas de réponse à temps',
      protocol: 'la réponse n’est pas du HTTP',
    },
    es: {
      refused_url: 'las notificaciones no pueden ir a esta dirección',
      refused_address: 'lleva a una dirección que no es pública',
      dns: 'el nombre del servidor no tiene dirección',
      connect: 'sin conexión',
      tls: 'el certificado o el cifrado no es correcto',
      timeout: 'sin respuesta a tiempo',
      protocol: 'la respuesta no es HTTP',
    },
  },
);

export function useFailureText(): (failure: string) => string {
  const t: Readonly<Record<string, string>> = useMessages(failureMessages);
  return (failure) => {
    const [, reason = '', rest = ''] = /^(\w+): (.*)$/s.exec(failure) ?? [];
    const known = t[reason];
    if (known === undefined) return failure;
    const [code] = /\b[A-Z][A-Z0-9_]+$/.exec(rest) ?? [];
    return code === undefined ? known : `${known} (${code})`;
  };
}
