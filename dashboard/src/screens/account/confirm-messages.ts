// What somebody confirms with a proof of who he is before his own account is changed.
import { defineMessages } from '../../shared/i18n.tsx';

export const confirmWords = defineMessages(
  {
    confirmsPasskey: (name: string) => `a new passkey, “${name}”`,
    confirmsRemovePasskey: (name: string) => `remove the passkey “${name}”`,
    confirmsPassword: 'another password for this account',
    confirmsRemovePassword: 'remove the password of this account',
    confirmsDevice: 'a device that makes codes for this account, with new recovery codes',
    confirmsRemoveDevice: 'remove the device that makes codes, and the recovery codes',
    confirmsCodes: 'new recovery codes; those before end',
    confirmsToken: (name: string, may: string, where: string) =>
      `a token, “${name}”, which may: ${may} (${where})`,
  },
  {
    de: {
      confirmsPasskey: (name) => `ein neuer Passkey, „${name}“`,
      confirmsRemovePasskey: (name) => `den Passkey „${name}“ entfernen`,
      confirmsPassword: 'ein anderes Passwort für dieses Konto',
      confirmsRemovePassword: 'das Passwort dieses Kontos entfernen',
      confirmsDevice:
        'ein Gerät, das Codes für dieses Konto macht, mit neuen Wiederherstellungscodes',
      confirmsRemoveDevice: 'das Gerät, das Codes macht, und die Wiederherstellungscodes entfernen',
      confirmsCodes: 'neue Wiederherstellungscodes; die bisherigen enden',
      confirmsToken: (name, may, where) => `ein Token, „${name}“, das darf: ${may} (${where})`,
    },
    fr: {
      confirmsPasskey: (name) => `une nouvelle clé d’accès, « ${name} »`,
      confirmsRemovePasskey: (name) => `retirer la clé d’accès « ${name} »`,
      confirmsPassword: 'un autre mot de passe pour ce compte',
      confirmsRemovePassword: 'retirer le mot de passe de ce compte',
      confirmsDevice:
        'un appareil qui fait les codes de ce compte, avec de nouveaux codes de secours',
      confirmsRemoveDevice: 'retirer l’appareil qui fait les codes, et les codes de secours',
      confirmsCodes: 'de nouveaux codes de secours ; les précédents prennent fin',
      confirmsToken: (name, may, where) => `un jeton, « ${name} », qui peut : ${may} (${where})`,
    },
    es: {
      confirmsPasskey: (name) => `una llave nueva, «${name}»`,
      confirmsRemovePasskey: (name) => `quitar la llave «${name}»`,
      confirmsPassword: 'otra contraseña para esta cuenta',
      confirmsRemovePassword: 'quitar la contraseña de esta cuenta',
      confirmsDevice:
        'un dispositivo que hace los códigos de esta cuenta, con códigos de recuperación nuevos',
      confirmsRemoveDevice:
        'quitar el dispositivo que hace los códigos, y los códigos de recuperación',
      confirmsCodes: 'códigos de recuperación nuevos; los anteriores terminan',
      confirmsToken: (name, may, where) => `un token, «${name}», que puede: ${may} (${where})`,
    },
  },
);
