// The rules that the audit checks, by the code of their violation, as shown to people. The code is stored and compared;
// a text may change at any time. This file imports nothing, because the dashboard uses it too.

const en = {
  account_sums_nonzero: 'the accounts of a currency sum to zero',
  last_entry_mismatch: 'an account balance is its last entry',
  statement_total_mismatch: 'the statement of an account ends with its balance',
  hold_sum_mismatch: 'held money is the sum of open holds',
  settled_transaction_unbooked: 'what looks settled and does not count is an amount of zero',
  deposits_account_mismatch: 'the deposits account is what was booked and not credited',
  withdrawals_account_mismatch:
    'the withdrawals account is what open withdrawals will send and have paid for the network',
  unmatched_deposit_credited: 'unmatched money is credited to nobody',
  hold_without_quote: 'an open hold is that of an open quote',
  transaction_sum_mismatch: 'the sums of the transaction list add up to the balance',
  transaction_total_count_mismatch: 'the transaction list has as many rows as it counts',
  approvals_missing: 'what was held for approvals left only with them',
  deposit_return_mismatch: 'a deposit that is sent back goes whole, and to nobody else',
  payout_status_mismatch: 'a payout stands where its withdrawal does',
  transfer_cost_unbooked: 'what the chain took for a transfer is in the books of those who bear it',
  dead_transfer_cost_booked: 'a transfer that can be in no block costs nothing',
  refund_withdrawal_mismatch:
    'a refund to an address is a withdrawal of what was refunded, less the fee',
  deposit_posting_mismatch: 'a deposit is in the books as often as it is on the chain',
  day_sums_mismatch: 'the kept sums of days are those of the postings',
  hour_sums_mismatch: 'the kept sums of hours are those of the postings',
  balance_mismatch: 'an account balance is the sum of its entries',
  posting_sequence_gap: 'postings are numbered without a gap',
  entry_sequence_broken: 'the entries of an account follow each other',
  booked_transactions_mismatch: 'the counted transactions of an account sum to its balance',
  statement_mismatch: 'the statement of an account adds up, from its first booking to its balance',
  transaction_block_sum_mismatch: 'the block sums of the transaction list are the sums of its rows',
  transaction_bucket_count_mismatch:
    'the counts of the transaction list are the counts of its rows',
  chain_account_mismatch:
    'what deposits brought in from the chain is what was booked and not reversed',
  entry_without_account: 'every entry is of an account that there is',
  verified_entry_changed: 'what was proven once is still there',
  statement_sequence_broken: 'the rows of a statement follow each other',
  verified_statement_row_changed: 'what was proven once is still in the statement',
  list_count_mismatch: 'the counts of lists are the counts of their rows',
  // Found by earlier versions only.
  posting_entries_unpaired: 'every posting has its two entries',
  object_count_mismatch: 'objects are counted as many as there are',
} as const;

export type InvariantCode = keyof typeof en;
type Texts = Readonly<Record<InvariantCode, string>>;

const de: Texts = {
  account_sums_nonzero: 'die Konten einer Währung ergeben zusammen null',
  last_entry_mismatch: 'der Saldo eines Kontos ist der seiner letzten Buchung',
  statement_total_mismatch: 'der Auszug eines Kontos endet mit seinem Saldo',
  hold_sum_mismatch: 'das vorgemerkte Geld ist die Summe der offenen Vormerkungen',
  settled_transaction_unbooked: 'was erledigt aussieht und nicht zählt, ist ein Betrag von null',
  deposits_account_mismatch: 'das Konto der Eingänge ist, was gebucht und nicht gutgeschrieben ist',
  withdrawals_account_mismatch:
    'das Konto der Auszahlungen ist, was offene Auszahlungen senden werden und dem Netz gezahlt haben',
  unmatched_deposit_credited: 'nicht zugeordnetes Geld ist niemandem gutgeschrieben',
  hold_without_quote: 'eine offene Vormerkung gehört zu einem offenen Angebot',
  transaction_sum_mismatch: 'die Summen der Transaktionsliste ergeben den Saldo',
  transaction_total_count_mismatch: 'die Transaktionsliste hat so viele Zeilen, wie sie zählt',
  approvals_missing: 'was auf Freigaben wartete, ging nur mit ihnen hinaus',
  deposit_return_mismatch: 'ein zurückgesendeter Eingang geht ganz, und an niemand anderen',
  payout_status_mismatch: 'eine Zahlung steht, wo ihre Auszahlung steht',
  transfer_cost_unbooked:
    'was die Kette für eine Überweisung nahm, steht in den Büchern derer, die es tragen',
  dead_transfer_cost_booked:
    'eine Überweisung, die in keinen Block mehr kommen kann, kostet nichts',
  refund_withdrawal_mismatch:
    'eine Erstattung an eine Adresse ist eine Auszahlung des Erstatteten, ohne die Gebühr',
  deposit_posting_mismatch: 'ein Eingang steht so oft in den Büchern wie auf der Kette',
  day_sums_mismatch: 'die gespeicherten Tagessummen sind die der Buchungen',
  hour_sums_mismatch: 'die gespeicherten Stundensummen sind die der Buchungen',
  balance_mismatch: 'der Saldo eines Kontos ist die Summe seiner Buchungen',
  posting_sequence_gap: 'die Buchungen sind lückenlos nummeriert',
  entry_sequence_broken: 'die Buchungen eines Kontos folgen aufeinander',
  booked_transactions_mismatch: 'die gezählten Transaktionen eines Kontos ergeben seinen Saldo',
  statement_mismatch: 'der Auszug eines Kontos geht auf, von der ersten Buchung bis zum Saldo',
  transaction_block_sum_mismatch:
    'die Blocksummen der Transaktionsliste sind die Summen ihrer Zeilen',
  transaction_bucket_count_mismatch: 'die Anzahlen der Transaktionsliste sind die ihrer Zeilen',
  chain_account_mismatch:
    'was Eingänge von der Kette brachten, ist, was gebucht und nicht zurückgenommen ist',
  entry_without_account: 'jede Seite einer Buchung gehört zu einem Konto, das es gibt',
  verified_entry_changed: 'was einmal bewiesen war, ist noch da',
  statement_sequence_broken: 'die Zeilen eines Auszugs folgen aufeinander',
  verified_statement_row_changed: 'was einmal bewiesen war, steht noch im Auszug',
  list_count_mismatch: 'die Anzahlen der Listen sind die ihrer Zeilen',
  // Found by earlier versions only.
  posting_entries_unpaired: 'jede Buchung hat ihre zwei Seiten',
  object_count_mismatch: 'es sind so viele Objekte gezählt, wie es gibt',
};

const fr: Texts = {
  account_sums_nonzero: 'les comptes d’une devise font zéro ensemble',
  last_entry_mismatch: 'le solde d’un compte est celui de sa dernière écriture',
  statement_total_mismatch: 'le relevé d’un compte finit par son solde',
  hold_sum_mismatch: 'l’argent réservé est la somme des réserves ouvertes',
  settled_transaction_unbooked: 'ce qui semble réglé et ne compte pas est un montant de zéro',
  deposits_account_mismatch: 'le compte des dépôts est ce qui est écrit et non crédité',
  withdrawals_account_mismatch:
    'le compte des retraits est ce que les retraits ouverts enverront et ont payé au réseau',
  unmatched_deposit_credited: 'l’argent non rattaché n’est crédité à personne',
  hold_without_quote: 'une réserve ouverte est celle d’une offre ouverte',
  transaction_sum_mismatch: 'les sommes de la liste des transactions font le solde',
  transaction_total_count_mismatch:
    'la liste des transactions a autant de lignes qu’elle en compte',
  approvals_missing: 'ce qui attendait des approbations n’est parti qu’avec elles',
  deposit_return_mismatch: 'un dépôt renvoyé part en entier, et à personne d’autre',
  payout_status_mismatch: 'un paiement en est où en est son retrait',
  transfer_cost_unbooked:
    'ce que la chaîne a pris pour un transfert est dans les livres de ceux qui le supportent',
  dead_transfer_cost_booked: 'un transfert qui ne peut plus entrer dans un bloc ne coûte rien',
  refund_withdrawal_mismatch:
    'un remboursement à une adresse est un retrait de ce qui fut remboursé, moins les frais',
  deposit_posting_mismatch: 'un dépôt est dans les livres aussi souvent que sur la chaîne',
  day_sums_mismatch: 'les sommes conservées par jour sont celles des écritures',
  hour_sums_mismatch: 'les sommes conservées par heure sont celles des écritures',
  balance_mismatch: 'le solde d’un compte est la somme de ses écritures',
  posting_sequence_gap: 'les écritures sont numérotées sans lacune',
  entry_sequence_broken: 'les écritures d’un compte se suivent',
  booked_transactions_mismatch: 'les transactions comptées d’un compte font son solde',
  statement_mismatch: 'le relevé d’un compte tombe juste, de la première écriture au solde',
  transaction_block_sum_mismatch:
    'les sommes par bloc de la liste des transactions sont celles de ses lignes',
  transaction_bucket_count_mismatch:
    'les nombres de la liste des transactions sont ceux de ses lignes',
  chain_account_mismatch:
    'ce que les dépôts ont apporté de la chaîne est ce qui est écrit et non repris',
  entry_without_account: 'chaque côté d’une écriture est d’un compte qui existe',
  verified_entry_changed: 'ce qui a été prouvé une fois est encore là',
  statement_sequence_broken: 'les lignes d’un relevé se suivent',
  verified_statement_row_changed: 'ce qui a été prouvé une fois est encore dans le relevé',
  list_count_mismatch: 'les nombres des listes sont ceux de leurs lignes',
  // Found by earlier versions only.
  posting_entries_unpaired: 'chaque écriture a ses deux côtés',
  object_count_mismatch: 'les objets comptés sont aussi nombreux que ceux qui existent',
};

const es: Texts = {
  account_sums_nonzero: 'las cuentas de una moneda suman cero',
  last_entry_mismatch: 'el saldo de una cuenta es el de su último apunte',
  statement_total_mismatch: 'el extracto de una cuenta acaba con su saldo',
  hold_sum_mismatch: 'el dinero retenido es la suma de las retenciones abiertas',
  settled_transaction_unbooked: 'lo que parece liquidado y no cuenta es un importe de cero',
  deposits_account_mismatch: 'la cuenta de depósitos es lo asentado y no abonado',
  withdrawals_account_mismatch:
    'la cuenta de retiradas es lo que las abiertas enviarán y han pagado a la red',
  unmatched_deposit_credited: 'el dinero sin asignar no está abonado a nadie',
  hold_without_quote: 'una retención abierta es la de una oferta abierta',
  transaction_sum_mismatch: 'las sumas de la lista de transacciones dan el saldo',
  transaction_total_count_mismatch: 'la lista de transacciones tiene tantas filas como cuenta',
  approvals_missing: 'lo que esperaba aprobaciones salió solo con ellas',
  deposit_return_mismatch: 'un depósito devuelto va entero, y a nadie más',
  payout_status_mismatch: 'un pago está donde está su retirada',
  transfer_cost_unbooked:
    'lo que la cadena cobró por un envío está en los libros de quienes lo soportan',
  dead_transfer_cost_booked: 'un envío que ya no puede entrar en ningún bloque no cuesta nada',
  refund_withdrawal_mismatch:
    'un reembolso a una dirección es una retirada de lo reembolsado, menos la comisión',
  deposit_posting_mismatch: 'un depósito está en los libros tantas veces como en la cadena',
  day_sums_mismatch: 'las sumas guardadas por día son las de los asientos',
  hour_sums_mismatch: 'las sumas guardadas por hora son las de los asientos',
  balance_mismatch: 'el saldo de una cuenta es la suma de sus apuntes',
  posting_sequence_gap: 'los asientos están numerados sin huecos',
  entry_sequence_broken: 'los apuntes de una cuenta se suceden',
  booked_transactions_mismatch: 'las transacciones contadas de una cuenta suman su saldo',
  statement_mismatch: 'el extracto de una cuenta cuadra, del primer asiento al saldo',
  transaction_block_sum_mismatch:
    'las sumas por bloque de la lista de transacciones son las de sus filas',
  transaction_bucket_count_mismatch:
    'los recuentos de la lista de transacciones son los de sus filas',
  chain_account_mismatch:
    'lo que los depósitos trajeron de la cadena es lo asentado y no revertido',
  entry_without_account: 'cada apunte es de una cuenta que existe',
  verified_entry_changed: 'lo que se probó una vez sigue ahí',
  statement_sequence_broken: 'las filas de un extracto se suceden',
  verified_statement_row_changed: 'lo que se probó una vez sigue en el extracto',
  list_count_mismatch: 'los recuentos de las listas son los de sus filas',
  // Found by earlier versions only.
  posting_entries_unpaired: 'cada asiento tiene sus dos apuntes',
  object_count_mismatch: 'se cuentan tantos objetos como hay',
};

export const INVARIANT_TEXTS: Readonly<Record<'en' | 'de' | 'fr' | 'es', Texts>> = {
  en,
  de,
  fr,
  es,
};

export const INVARIANT_CODES = Object.keys(en) as readonly InvariantCode[];
