// What a role, a key or a token may do, in words; a permission that has none here is shown as it is called.
import type { Permission } from './api-types.ts';
import { defineMessages, useMessages } from './i18n.tsx';

const permissionMessages = defineMessages<Readonly<Record<Permission, string>>>(
  {
    ...{ read: 'read', inspect: 'inspect', configure: 'configure', secrets: 'secrets' },
    ...{ rules: 'rules', approve: 'approve', payout: 'payout', money: 'money' },
    ...{ operate: 'operate', team: 'team', write: 'write' },
  },
  {
    de: {
      ...{ read: 'lesen', inspect: 'untersuchen', configure: 'einstellen' },
      ...{ secrets: 'Geheimnisse', rules: 'Regeln', approve: 'freigeben', payout: 'auszahlen' },
      ...{ money: 'Geld bewegen', operate: 'betreiben', team: 'Mitglieder', write: 'anlegen' },
    },
    fr: {
      ...{ read: 'lire', inspect: 'examiner', configure: 'configurer', secrets: 'secrets' },
      ...{ rules: 'règles', approve: 'approuver', payout: 'payer', money: 'mouvoir l’argent' },
      ...{ operate: 'exploiter', team: 'membres', write: 'créer' },
    },
    es: {
      ...{ read: 'leer', inspect: 'examinar', configure: 'configurar', secrets: 'secretos' },
      ...{ rules: 'reglas', approve: 'aprobar', payout: 'pagar', money: 'mover dinero' },
      ...{ operate: 'operar', team: 'miembros', write: 'crear' },
    },
  },
);

/** Of one, and `usePermissionText().list` of several in one line. */
export function usePermissionText() {
  const t: Readonly<Record<string, string>> = useMessages(permissionMessages);
  const one = (permission: string) => t[permission] ?? permission;
  const list = (permissions: readonly string[]) => permissions.map(one).join(', ');
  return { one, list };
}
