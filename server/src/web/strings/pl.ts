// Polish texts of the hosted pages. Used by strings.ts alone.
import type { Strings } from '../strings-type.ts';

export default {
  payment: 'Płatność',
  testNetwork: 'Sieć testowa: wysyłaj tylko monety testowe',
  sendExactly: 'Wyślij dokładnie',
  sendRemaining: 'Wyślij pozostałą kwotę',
  sendAny: 'Wyślij dowolną kwotę w',
  language: 'Język',
  merchant: 'Sprzedawca',
  contact: 'Kontakt',
  rate: 'Kurs',
  price: 'Cena',
  amount: 'Kwota',
  network: 'Sieć',
  created: 'Utworzono',
  payBefore: 'Zapłać do',
  expired: 'Wygasło',
  timeLeft: 'zostało {time}',
  oneMinuteLeft: 'Została minuta na zapłatę',
  openInWallet: 'Otwórz w portfelu',
  qrLabel: 'Kod QR żądania płatności: {target}',
  address: 'Adres',
  copy: 'Kopiuj',
  copyAddress: 'Kopiuj adres',
  copyAmount: 'Kopiuj kwotę',
  copyTag: 'Kopiuj: {name}',
  copied: 'Skopiowano',
  copyFailed: 'Nie udało się skopiować. Zaznacz tekst i skopiuj go.',
  onlyThisCoin: 'Wysyłaj tylko {currency} i tylko w sieci {network}. Wszystko inne może przepaść.',
  exchangeFee:
    'Płacisz z giełdy? Wiele giełd potrąca opłatę z wysyłanej kwoty. Upewnij się, że {amount} dotrze w całości.',
  tagNeeded:
    'Bez tej wartości ({name}) nie da się rozpoznać Twojej płatności. Wpisz ją w portfelu dokładnie tak, jak pokazano.',
  received: 'Otrzymano',
  remaining: 'Pozostało',
  confirmations: {
    one: '{seen} z {needed} potwierdzenia',
    few: '{seen} z {needed} potwierdzeń',
    many: '{seen} z {needed} potwierdzeń',
    other: '{seen} z {needed} potwierdzeń',
  },
  confirmed: 'Potwierdzona',
  transactions: 'Transakcje',
  viewTransaction: 'Zobacz transakcję {txid}',
  returnTo: 'Wróć do {host}',
  redirecting: 'Za kilka sekund wrócisz do {host}.',
  refresh: 'Odśwież',
  connectionLost: 'Utracono połączenie. Próbujemy ponownie; nie ma to wpływu na Twoją płatność.',
  channelReady: {
    title: 'Można płacić',
    text: 'Płatności na ten adres są wykrywane automatycznie. Możesz go użyć więcej niż raz.',
  },
  underpaidExpired: {
    title: 'Niepełna kwota',
    text: 'Przed upływem czasu dotarła tylko część kwoty. Nie wysyłaj nic więcej; wysłane już {currency} są zapisane, a sprzedawca wyjaśni to z Tobą.',
  },
  notFound: {
    title: 'Nie ma tu żadnej płatności',
    text: 'Sprawdź adres tej strony lub poproś sprzedawcę o nowy link.',
  },
  tooManyRequests: {
    title: 'Zbyt wiele zapytań',
    text: 'Ta strona była wczytywana zbyt często. Za chwilę sama spróbuje ponownie; nie ma to wpływu na Twoją płatność.',
  },
  unavailable: {
    title: 'Ta strona jest chwilowo niedostępna',
    text: 'Sama spróbuje ponownie. Jeśli płatność została już wysłana, nie ma to na nią wpływu.',
  },
  subscription: {
    interval: 'Okres rozliczeniowy',
    nextFrom: 'Następny okres od',
    payWith: 'Zapłać: {coin}',
    viewPayment: 'Zobacz płatność',
    choose: {
      title: 'Wybierz sposób płatności',
      text: 'Wybierz kryptowalutę. Kurs zostaje ustalony w chwili wyboru i obowiązuje przez krótki czas.',
    },
    started: {
      title: 'Płatność została rozpoczęta',
      text: 'Sprawdź ją, zanim zapłacisz ponownie.',
    },
    paid: {
      title: 'Ten okres jest opłacony',
      text: 'Dziękujemy. Teraz nie ma nic do zapłaty; o następnej płatności powiadomi Cię e-mail.',
    },
    ended: {
      title: 'Ta subskrypcja się zakończyła',
      text: 'Nie ma tu już nic do zapłaty.',
    },
  },
  till: {
    status: 'Status',
    works: {
      title: 'Wszystko działa',
      text: 'Płatności są rozpoznawane, wypłaty wysyłane, a powiadomienia dostarczane.',
    },
    delayed: {
      title: 'Niektóre rzeczy trwają dłużej',
      text: 'Opóźnienia nadrabiają się same. Żadna płatność nie ginie.',
    },
    disturbed: {
      title: 'Usługa ma zakłócenia',
      text: 'Płatności wysłane w tym czasie zostaną zaksięgowane później. Spróbuj ponownie później.',
    },
    payments: 'Płatności',
    payouts: 'Wypłaty',
    rates: 'Kursy wymiany',
    callbacks: 'Powiadomienia',
    standing: { up: 'działa', delayed: 'opóźnione', paused: 'wstrzymane', down: 'niedostępne' },
    asOf: 'Stan na',
  },
  refund: {
    title: 'Zwrot',
    fees: 'Opłaty',
    status: 'Status',
    prepared: 'W przygotowaniu',
    failed: 'Nie wysłano',
    onItsWay: 'W drodze',
    confirmed: 'Potwierdzony',
    withMerchant: 'U sprzedawcy',
    to: 'Na adres',
    transaction: 'Transakcja',
    copyTxid: 'Kopiuj identyfikator transakcji',
    excess: 'Nadpłata zostaje zwrócona.',
    askMerchant: 'Ta kwota jest u sprzedawcy. Zapytaj go, jak ją odebrać.',
    askWhy: 'Nie udało się wysłać tego zwrotu. Skontaktuj się ze sprzedawcą.',
    notSent: {
      title: 'Zwrot jest u sprzedawcy',
      text: 'Twoje pieniądze są u sprzedawcy i nie zostały jeszcze wysłane na żaden adres. Zapytaj go, jak je odebrać.',
    },
  },
  status: {
    waiting: {
      title: 'Czekamy na Twoją płatność',
      text: 'Płatność zostanie wykryta automatycznie.',
    },
    underpaid: {
      title: 'Dotarła część płatności',
      text: 'Wyślij pozostałą kwotę na ten sam adres.',
    },
    confirming: {
      title: 'Płatność wykryta',
      text: 'Sieć ją potwierdza. Nie musisz robić nic więcej.',
    },
    paid: { title: 'Płatność zakończona', text: 'Dziękujemy. Twoja płatność jest potwierdzona.' },
    overpaid: {
      title: 'Zapłacono więcej niż trzeba',
      text: 'Twoja płatność dotarła. Sprzedawca wie o różnicy i wyjaśni ją z Tobą.',
    },
    late: {
      title: 'Płatność dotarła za późno',
      text: 'Twoja płatność dotarła po upływie czasu. Jest zapisana, a sprzedawca wyjaśni to z Tobą.',
    },
    expired: {
      title: 'To żądanie płatności wygasło',
      text: 'Nie wysyłaj już nic na ten adres. Jeśli płatność została już wysłana, zostanie tu rozpoznana.',
    },
    on_hold: {
      title: 'Płatność jest sprawdzana',
      text: 'Twoja płatność dotarła i jest sprawdzana. W razie pytań skontaktuj się ze sprzedawcą.',
    },
    refunded: {
      title: 'Płatność zwrócona',
      text: 'Sprzedawca zwrócił tę płatność. Jeśli do Ciebie nie dotarła, skontaktuj się ze sprzedawcą.',
    },
    cancelled: {
      title: 'To żądanie płatności zostało anulowane',
      text: 'Nie wysyłaj nic na ten adres.',
    },
    disabled: {
      title: 'Płatności są wstrzymane',
      text: 'Ten adres jest obecnie wyłączony. Nie wysyłaj na niego nic.',
    },
  },
} as const satisfies Strings;
