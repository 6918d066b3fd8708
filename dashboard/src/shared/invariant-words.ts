// What the audit found not to hold, as it is told in other languages than English, by what the service calls it
// (server/src/ledger); a test names what has no words here.
import type { Language } from './i18n.tsx';

type Others = Exclude<Language, 'en'>;

export const invariantWords: Readonly<Record<string, Readonly<Record<Others, string>>>> = {
  'the accounts of a currency sum to zero': {
    de: 'die Konten einer Währung ergeben zusammen null',
    fr: 'les comptes d’une devise font zéro ensemble',
    es: 'las cuentas de una moneda suman cero',
  },
  'an account balance is its last entry': {
    de: 'der Saldo eines Kontos ist der seiner letzten Buchung',
    fr: 'le solde d’un compte est celui de sa dernière écriture',
    es: 'el saldo de una cuenta es el de su último apunte',
  },
  'the statement of an account ends with its balance': {
    de: 'der Auszug eines Kontos endet mit seinem Saldo',
    fr: 'le relevé d’un compte finit par son solde',
    es: 'el extracto de una cuenta acaba con su saldo',
  },
  'held money is the sum of open holds': {
    de: 'das vorgemerkte Geld ist die Summe der offenen Vormerkungen',
    fr: 'l’argent réservé est la somme des réserves ouvertes',
    es: 'el dinero retenido es la suma de las retenciones abiertas',
  },
  'what looks settled and does not count is an amount of zero': {
    de: 'was erledigt aussieht und nicht zählt, ist ein Betrag von null',
    fr: 'ce qui semble réglé et ne compte pas est un montant de zéro',
    es: 'lo que parece liquidado y no cuenta es un importe de cero',
  },
  'the deposits account is what was booked and not credited': {
    de: 'das Konto der Eingänge ist, was gebucht und nicht gutgeschrieben ist',
    fr: 'le compte des dépôts est ce qui est écrit et non crédité',
    es: 'la cuenta de depósitos es lo asentado y no abonado',
  },
  'the withdrawals account is what open withdrawals will send and have paid for the network': {
    de: 'das Konto der Auszahlungen ist, was offene Auszahlungen senden werden und dem Netz gezahlt haben',
    fr: 'le compte des retraits est ce que les retraits ouverts enverront et ont payé au réseau',
    es: 'la cuenta de retiradas es lo que las abiertas enviarán y han pagado a la red',
  },
  'unmatched money is credited to nobody': {
    de: 'nicht zugeordnetes Geld ist niemandem gutgeschrieben',
    fr: 'l’argent non rattaché n’est crédité à personne',
    es: 'el dinero sin asignar no está abonado a nadie',
  },
  'an open hold is that of an open quote': {
    de: 'eine offene Vormerkung gehört zu einem offenen Angebot',
    fr: 'une réserve ouverte est celle d’une offre ouverte',
    es: 'una retención abierta es la de una oferta abierta',
  },
  'the sums of the transaction list add up to the balance': {
    de: 'die Summen der Transaktionsliste ergeben den Saldo',
    fr: 'les sommes de la liste des transactions font le solde',
    es: 'las sumas de la lista de transacciones dan el saldo',
  },
  'the transaction list has as many rows as it counts': {
    de: 'die Transaktionsliste hat so viele Zeilen, wie sie zählt',
    fr: 'la liste des transactions a autant de lignes qu’elle en compte',
    es: 'la lista de transacciones tiene tantas filas como cuenta',
  },
  'what was held for approvals left only with them': {
    de: 'was auf Freigaben wartete, ging nur mit ihnen hinaus',
    fr: 'ce qui attendait des approbations n’est parti qu’avec elles',
    es: 'lo que esperaba aprobaciones salió solo con ellas',
  },
  'a deposit that is sent back goes whole, and to nobody else': {
    de: 'ein zurückgesendeter Eingang geht ganz, und an niemand anderen',
    fr: 'un dépôt renvoyé part en entier, et à personne d’autre',
    es: 'un depósito devuelto va entero, y a nadie más',
  },
  'a payout stands where its withdrawal does': {
    de: 'eine Zahlung steht, wo ihre Auszahlung steht',
    fr: 'un paiement en est où en est son retrait',
    es: 'un pago está donde está su retirada',
  },
  'what the chain took for a transfer is in the books of those who bear it': {
    de: 'was die Kette für eine Überweisung nahm, steht in den Büchern derer, die es tragen',
    fr: 'ce que la chaîne a pris pour un transfert est dans les livres de ceux qui le supportent',
    es: 'lo que la cadena cobró por un envío está en los libros de quienes lo soportan',
  },
  'a transfer that can be in no block costs nothing': {
    de: 'eine Überweisung, die in keinen Block mehr kommen kann, kostet nichts',
    fr: 'un transfert qui ne peut plus entrer dans un bloc ne coûte rien',
    es: 'un envío que ya no puede entrar en ningún bloque no cuesta nada',
  },
  'a refund to an address is a withdrawal of what was refunded, less the fee': {
    de: 'eine Erstattung an eine Adresse ist eine Auszahlung des Erstatteten, ohne die Gebühr',
    fr: 'un remboursement à une adresse est un retrait de ce qui fut remboursé, moins les frais',
    es: 'un reembolso a una dirección es una retirada de lo reembolsado, menos la comisión',
  },
  'a deposit is in the books as often as it is on the chain': {
    de: 'ein Eingang steht so oft in den Büchern wie auf der Kette',
    fr: 'un dépôt est dans les livres aussi souvent que sur la chaîne',
    es: 'un depósito está en los libros tantas veces como en la cadena',
  },
  'an account balance is the sum of its entries': {
    de: 'der Saldo eines Kontos ist die Summe seiner Buchungen',
    fr: 'le solde d’un compte est la somme de ses écritures',
    es: 'el saldo de una cuenta es la suma de sus apuntes',
  },
  'postings are numbered without a gap': {
    de: 'die Buchungen sind lückenlos nummeriert',
    fr: 'les écritures sont numérotées sans lacune',
    es: 'los asientos están numerados sin huecos',
  },
  'the counted transactions of an account sum to its balance': {
    de: 'die gezählten Transaktionen eines Kontos ergeben seinen Saldo',
    fr: 'les transactions comptées d’un compte font son solde',
    es: 'las transacciones contadas de una cuenta suman su saldo',
  },
  'the statement of an account adds up, from its first booking to its balance': {
    de: 'der Auszug eines Kontos geht auf, von der ersten Buchung bis zum Saldo',
    fr: 'le relevé d’un compte tombe juste, de la première écriture au solde',
    es: 'el extracto de una cuenta cuadra, del primer asiento al saldo',
  },
  'the block sums of the transaction list are the sums of its rows': {
    de: 'die Blocksummen der Transaktionsliste sind die Summen ihrer Zeilen',
    fr: 'les sommes par bloc de la liste des transactions sont celles de ses lignes',
    es: 'las sumas por bloque de la lista de transacciones son las de sus filas',
  },
  'the counts of the transaction list are the counts of its rows': {
    de: 'die Anzahlen der Transaktionsliste sind die ihrer Zeilen',
    fr: 'les nombres de la liste des transactions sont ceux de ses lignes',
    es: 'los recuentos de la lista de transacciones son los de sus filas',
  },
  'what deposits brought in from the chain is what was booked and not reversed': {
    de: 'was Eingänge von der Kette brachten, ist, was gebucht und nicht zurückgenommen ist',
    fr: 'ce que les dépôts ont apporté de la chaîne est ce qui est écrit et non repris',
    es: 'lo que los depósitos trajeron de la cadena es lo asentado y no revertido',
  },
  'every entry is of an account that there is': {
    de: 'jede Seite einer Buchung gehört zu einem Konto, das es gibt',
    fr: 'chaque côté d’une écriture est d’un compte qui existe',
    es: 'cada apunte es de una cuenta que existe',
  },
  'the entries of an account follow each other': {
    de: 'die Buchungen eines Kontos folgen aufeinander',
    fr: 'les écritures d’un compte se suivent',
    es: 'los apuntes de una cuenta se suceden',
  },
  'what was proven once is still there': {
    de: 'was einmal bewiesen war, ist noch da',
    fr: 'ce qui a été prouvé une fois est encore là',
    es: 'lo que se probó una vez sigue ahí',
  },
  'the rows of a statement follow each other': {
    de: 'die Zeilen eines Auszugs folgen aufeinander',
    fr: 'les lignes d’un relevé se suivent',
    es: 'las filas de un extracto se suceden',
  },
  'what was proven once is still in the statement': {
    de: 'was einmal bewiesen war, steht noch im Auszug',
    fr: 'ce qui a été prouvé une fois est encore dans le relevé',
    es: 'lo que se probó una vez sigue en el extracto',
  },
};
