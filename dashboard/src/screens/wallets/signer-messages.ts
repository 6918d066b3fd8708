// What is said of the signer and its limits, on its screen and beside the wallets.
import { counted, defineMessages } from '../../shared/i18n.tsx';

export const signerMessages = defineMessages(
  {
    title: 'Signer',
    about:
      'Holds the private keys, checks each transfer against what was asked for, and lets only so much go within any 24 hours.',
    where: 'Where it is',
    in_process: 'in the process of the service',
    separate: 'a process of its own',
    none: 'nowhere: this till receives only',
    doAway:
      'Withdrawals wait until it answers, and go out by themselves then. See that it runs and that the service may reach its socket; keys.md of the documents says how.',
    doNone:
      'Only public keys were given. Withdrawals can be asked for, and wait until there is a signer.',
    waiting: 'Payouts that wait for it',
    refused: 'Payouts that it refuses',
    doRefused: counted('en', {
      one: 'It refuses # payout. The withdrawal says why; it is asked again every five minutes.',
      other:
        'It refuses # payouts. Each withdrawal says why; it is asked again every five minutes.',
    }),
    limits: 'Limits of any 24 hours',
    limitsHere:
      'In the process of the service it limits what networks take, and counts what this process signed since it started. Limits of amounts need a process of its own.',
    limitsApart: 'They are in settings.json of its folder, and are read when it starts.',
    noLimits: 'It tells no limits.',
    coin: 'Coin',
    of: 'Of',
    amounts: 'what leaves, with fees',
    fees: 'network fees',
    used: 'Used',
    limit: 'Limit',
    left: 'Left',
    percentLeft: (percent: string) => `${percent} % left`,
    perTransfer: 'At most in one transfer',
    usedOfAmounts: 'Signed in 24 hours, of the limit',
    usedOfFees: 'Fees in 24 hours, of the limit',
    usedOf: 'of',
  },
  {
    de: {
      title: 'Signierer',
      about:
        'Hält die privaten Schlüssel, prüft jede Überweisung gegen das, was verlangt wurde, und lässt in 24 Stunden nur so viel hinaus.',
      where: 'Wo er ist',
      in_process: 'im Prozess des Dienstes',
      separate: 'ein eigener Prozess',
      none: 'nirgends: diese Kasse empfängt nur',
      doAway:
        'Auszahlungen warten, bis er antwortet, und gehen dann von selbst hinaus. Prüfen Sie, ob er läuft und ob der Dienst seinen Socket erreicht; keys.md der Dokumente sagt, wie.',
      doNone:
        'Es wurden nur öffentliche Schlüssel gegeben. Auszahlungen können verlangt werden und warten, bis es einen Signierer gibt.',
      waiting: 'Auszahlungen, die auf ihn warten',
      refused: 'Auszahlungen, die er ablehnt',
      doRefused: counted('de', {
        one: 'Er lehnt # Auszahlung ab. Die Auszahlung sagt, warum; er wird alle fünf Minuten wieder gefragt.',
        other:
          'Er lehnt # Auszahlungen ab. Jede sagt, warum; er wird alle fünf Minuten wieder gefragt.',
      }),
      limits: 'Grenzen für je 24 Stunden',
      limitsHere:
        'Im Prozess des Dienstes begrenzt er, was Netze nehmen, und zählt, was dieser Prozess seit seinem Start signiert hat. Grenzen für Beträge brauchen einen eigenen Prozess.',
      limitsApart: 'Sie stehen in settings.json seines Ordners und werden beim Start gelesen.',
      noLimits: 'Er nennt keine Grenzen.',
      coin: 'Coin',
      of: 'Wovon',
      amounts: 'was hinausgeht, mit Gebühren',
      fees: 'Netzgebühren',
      used: 'Verbraucht',
      limit: 'Grenze',
      left: 'Übrig',
      percentLeft: (percent) => `${percent} % übrig`,
      perTransfer: 'Höchstens in einer Überweisung',
      usedOfAmounts: 'In 24 Stunden signiert, von der Grenze',
      usedOfFees: 'Gebühren in 24 Stunden, von der Grenze',
      usedOf: 'von',
    },
    fr: {
      title: 'Signataire',
      about:
        'Garde les clés privées, compare chaque virement à ce qui a été demandé, et ne laisse partir qu’un maximum par 24 heures.',
      where: 'Où il est',
      in_process: 'dans le processus du service',
      separate: 'un processus à part',
      none: 'nulle part : cette caisse reçoit seulement',
      doAway:
        'Les retraits attendent qu’il réponde, puis partent seuls. Vérifiez qu’il tourne et que le service atteint son socket ; keys.md de la documentation dit comment.',
      doNone:
        'Seules des clés publiques ont été données. Des retraits peuvent être demandés ; ils attendent un signataire.',
      waiting: 'Retraits qui l’attendent',
      refused: 'Retraits qu’il refuse',
      doRefused: counted('fr', {
        one: 'Il refuse # retrait. Le retrait dit pourquoi ; il est redemandé toutes les cinq minutes.',
        other:
          'Il refuse # retraits. Chacun dit pourquoi ; il est redemandé toutes les cinq minutes.',
      }),
      limits: 'Limites par 24 heures',
      limitsHere:
        'Dans le processus du service, il limite ce que prennent les réseaux et compte ce que ce processus a signé depuis son démarrage. Limiter les montants demande un processus à part.',
      limitsApart: 'Elles sont dans settings.json de son dossier, lues au démarrage.',
      noLimits: 'Il ne dit pas ses limites.',
      coin: 'Monnaie',
      of: 'De quoi',
      amounts: 'ce qui part, frais compris',
      fees: 'frais des réseaux',
      used: 'Utilisé',
      limit: 'Limite',
      left: 'Reste',
      percentLeft: (percent) => `reste ${percent} %`,
      perTransfer: 'Au plus par virement',
      usedOfAmounts: 'Signé en 24 heures, sur la limite',
      usedOfFees: 'Frais en 24 heures, sur la limite',
      usedOf: 'sur',
    },
    es: {
      title: 'Firmante',
      about:
        'Guarda las claves privadas, compara cada envío con lo que se pidió y solo deja salir un máximo en 24 horas.',
      where: 'Dónde está',
      in_process: 'en el proceso del servicio',
      separate: 'un proceso propio',
      none: 'en ninguna parte: esta caja solo recibe',
      doAway:
        'Las retiradas esperan hasta que responda y entonces salen por sí solas. Compruebe que funciona y que el servicio llega a su socket; keys.md de los documentos dice cómo.',
      doNone:
        'Solo se dieron claves públicas. Se pueden pedir retiradas, que esperan hasta que haya un firmante.',
      waiting: 'Retiradas que lo esperan',
      refused: 'Retiradas que rechaza',
      doRefused: counted('es', {
        one: 'Rechaza # retirada. La retirada dice por qué; se le pregunta de nuevo cada cinco minutos.',
        other:
          'Rechaza # retiradas. Cada una dice por qué; se le pregunta de nuevo cada cinco minutos.',
      }),
      limits: 'Límites de 24 horas',
      limitsHere:
        'En el proceso del servicio limita lo que cobran las redes y cuenta lo que este proceso firmó desde su inicio. Limitar importes requiere un proceso propio.',
      limitsApart: 'Están en settings.json de su carpeta y se leen al iniciar.',
      noLimits: 'No dice sus límites.',
      coin: 'Moneda',
      of: 'De qué',
      amounts: 'lo que sale, con comisiones',
      fees: 'comisiones de red',
      used: 'Usado',
      limit: 'Límite',
      left: 'Queda',
      percentLeft: (percent) => `queda el ${percent} %`,
      perTransfer: 'Como mucho por envío',
      usedOfAmounts: 'Firmado en 24 horas, del límite',
      usedOfFees: 'Comisiones en 24 horas, del límite',
      usedOf: 'de',
    },
  },
);
