// What fields and files say about amounts that people typed.
import { defineMessages } from './i18n.tsx';

/** Both amounts that a text can mean, in full, and how to type each of them. */
interface Readings {
  readonly meant: readonly [larger: string, smaller: string];
  readonly written: readonly [larger: string, smaller: string];
}

export const amountMessages = defineMessages(
  {
    readAs: (amount: string) => `Reads as ${amount}`,
    ambiguous: (text: string, { meant, written }: Readings) =>
      `“${text}” can mean ${meant[0]} or ${meant[1]}. Write ${written[0]} or ${written[1]}.`,
    notAnAmount: (text: string, example: string) =>
      `“${text}” is not an amount. Write digits, such as ${example}.`,
  },
  {
    de: {
      readAs: (amount) => `Gelesen als ${amount}`,
      ambiguous: (text, { meant, written }) =>
        `„${text}“ kann ${meant[0]} oder ${meant[1]} bedeuten. Schreiben Sie ${written[0]} oder ${written[1]}.`,
      notAnAmount: (text, example) =>
        `„${text}“ ist kein Betrag. Schreiben Sie Ziffern, zum Beispiel ${example}.`,
    },
    fr: {
      readAs: (amount) => `Lu comme ${amount}`,
      ambiguous: (text, { meant, written }) =>
        `«\u00a0${text}\u00a0» peut vouloir dire ${meant[0]} ou ${meant[1]}. Écrivez ${written[0]} ou ${written[1]}.`,
      notAnAmount: (text, example) =>
        `«\u00a0${text}\u00a0» n’est pas un montant. Écrivez des chiffres, par exemple ${example}.`,
    },
    es: {
      readAs: (amount) => `Se lee como ${amount}`,
      ambiguous: (text, { meant, written }) =>
        `«${text}» puede significar ${meant[0]} o ${meant[1]}. Escriba ${written[0]} o ${written[1]}.`,
      notAnAmount: (text, example) =>
        `«${text}» no es un importe. Escriba cifras, por ejemplo ${example}.`,
    },
  },
);
