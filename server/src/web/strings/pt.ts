// Portuguese texts of the hosted pages. Used by strings.ts alone.
import type { Strings } from '../strings-type.ts';

export default {
  payment: 'Pagamento',
  testNetwork: 'Rede de teste: envie apenas moedas de teste',
  sendExactly: 'Envie exatamente',
  sendRemaining: 'Envie o restante',
  sendAny: 'Envie qualquer quantia de',
  language: 'Idioma',
  merchant: 'Comerciante',
  contact: 'Contacto',
  rate: 'Cotação',
  price: 'Preço',
  amount: 'Valor',
  network: 'Rede',
  created: 'Criado',
  payBefore: 'Pague até',
  expired: 'Expirado',
  timeLeft: 'restam {time}',
  oneMinuteLeft: 'Falta um minuto para pagar',
  openInWallet: 'Abrir na carteira',
  qrLabel: 'Código QR do pedido de pagamento: {target}',
  address: 'Endereço',
  copy: 'Copiar',
  copyAddress: 'Copiar endereço',
  copyAmount: 'Copiar valor',
  copyTag: 'Copiar {name}',
  copied: 'Copiado',
  copyFailed: 'Não foi possível copiar. Selecione o texto e copie-o.',
  onlyThisCoin:
    'Envie apenas {currency} e apenas pela rede {network}. Qualquer outro envio pode ser perdido.',
  exchangeFee:
    'Paga a partir de uma corretora? Muitas descontam a sua taxa do valor enviado. Certifique-se de que chegam {amount} completos.',
  tagNeeded:
    'Sem este dado ({name}) o seu pagamento não pode ser identificado. Introduza-o na carteira exatamente como mostrado.',
  received: 'Recebido',
  remaining: 'Em falta',
  confirmations: {
    one: '{seen} de {needed} confirmação',
    other: '{seen} de {needed} confirmações',
  },
  confirmed: 'Confirmada',
  transactions: 'Transações',
  viewTransaction: 'Ver a transação {txid}',
  returnTo: 'Voltar para {host}',
  redirecting: 'Dentro de segundos voltará para {host}.',
  refresh: 'Atualizar',
  connectionLost: 'Ligação perdida. A tentar de novo; o seu pagamento não é afetado.',
  channelReady: {
    title: 'Pronto para receber o seu pagamento',
    text: 'Os pagamentos para este endereço são detetados automaticamente. Pode usá-lo mais de uma vez.',
  },
  underpaidExpired: {
    title: 'Valor incompleto',
    text: 'Só uma parte chegou antes de o tempo acabar. Não envie mais; os {currency} já enviados estão registados e o comerciante resolverá isso consigo.',
  },
  notFound: {
    title: 'Não há nenhum pagamento aqui',
    text: 'Verifique o endereço desta página ou peça um novo link ao comerciante.',
  },
  tooManyRequests: {
    title: 'Demasiados pedidos',
    text: 'Esta página foi carregada demasiadas vezes. Tentará de novo sozinha dentro de momentos; o seu pagamento não é afetado.',
  },
  unavailable: {
    title: 'Esta página não está disponível de momento',
    text: 'Tentará de novo sozinha. Se já pagou, o seu pagamento não é afetado.',
  },
  subscription: {
    interval: 'Periodicidade',
    nextFrom: 'Próximo período a partir de',
    payWith: 'Pagar com {coin}',
    viewPayment: 'Ver o pagamento',
    choose: {
      title: 'Escolha como pagar',
      text: 'Escolha uma criptomoeda. A cotação é fixada no momento da escolha e vale por pouco tempo.',
    },
    started: {
      title: 'Um pagamento foi iniciado',
      text: 'Consulte-o antes de pagar de novo.',
    },
    paid: {
      title: 'Este período está pago',
      text: 'Obrigado. De momento não há nada a pagar; receberá um e-mail quando chegar o próximo pagamento.',
    },
    ended: {
      title: 'Esta subscrição terminou',
      text: 'Já não há nada a pagar aqui.',
    },
  },
  till: {
    status: 'Estado',
    works: {
      title: 'Tudo funciona',
      text: 'Os pagamentos são detetados, os envios saem e as notificações são entregues.',
    },
    delayed: {
      title: 'Algumas coisas demoram mais',
      text: 'O que está atrasado recupera-se sozinho. Nenhum pagamento se perde.',
    },
    disturbed: {
      title: 'O serviço tem problemas',
      text: 'Os pagamentos enviados entretanto serão creditados depois. Tente novamente mais tarde.',
    },
    payments: 'Pagamentos',
    payouts: 'Envios',
    rates: 'Taxas de câmbio',
    callbacks: 'Notificações',
    standing: { up: 'funciona', delayed: 'atrasado', paused: 'em pausa', down: 'indisponível' },
    asOf: 'Situação em',
  },
  refund: {
    title: 'Reembolso',
    fees: 'Taxas',
    status: 'Estado',
    prepared: 'Em preparação',
    failed: 'Não enviado',
    onItsWay: 'A caminho',
    confirmed: 'Confirmado',
    withMerchant: 'Com o comerciante',
    to: 'Para',
    transaction: 'Transação',
    copyTxid: 'Copiar o ID da transação',
    excess: 'O que pagou a mais é-lhe devolvido.',
    askMerchant: 'O comerciante tem este valor para si. Pergunte-lhe como o pode receber.',
    askWhy: 'Não foi possível enviar este reembolso. Contacte o comerciante.',
    notSent: {
      title: 'Reembolso com o comerciante',
      text: 'O comerciante tem o seu dinheiro e ainda não o enviou para nenhum endereço. Pergunte-lhe como o pode receber.',
    },
  },
  status: {
    waiting: {
      title: 'À espera do seu pagamento',
      text: 'O pagamento é detetado automaticamente.',
    },
    underpaid: {
      title: 'Chegou parte do pagamento',
      text: 'Envie o restante para o mesmo endereço.',
    },
    confirming: {
      title: 'Pagamento detetado',
      text: 'A rede está a confirmá-lo. Não precisa de fazer mais nada.',
    },
    paid: { title: 'Pagamento concluído', text: 'Obrigado. O seu pagamento está confirmado.' },
    overpaid: {
      title: 'Pagou mais do que o necessário',
      text: 'O seu pagamento chegou. O comerciante sabe da diferença e resolverá isso consigo.',
    },
    late: {
      title: 'O pagamento chegou atrasado',
      text: 'O seu pagamento chegou depois de o tempo acabar. Está registado e o comerciante resolverá isso consigo.',
    },
    expired: {
      title: 'Este pedido de pagamento expirou',
      text: 'Não envie mais nada para este endereço. Se já pagou, o seu pagamento ainda será reconhecido aqui.',
    },
    on_hold: {
      title: 'Pagamento em análise',
      text: 'O seu pagamento chegou e está a ser verificado. Se tiver dúvidas, contacte o comerciante.',
    },
    refunded: {
      title: 'Pagamento devolvido',
      text: 'O comerciante reembolsou este pagamento. Se não o recebeu, contacte o comerciante.',
    },
    cancelled: {
      title: 'Este pedido de pagamento foi cancelado',
      text: 'Não envie nada para este endereço.',
    },
    disabled: {
      title: 'Pagamentos suspensos',
      text: 'Este endereço está desativado de momento. Não envie nada para ele.',
    },
  },
} as const satisfies Strings;
