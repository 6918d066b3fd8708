// Spanish texts of the hosted pages. Used by strings.ts alone.
import type { Strings } from '../strings-type.ts';

export default {
  payment: 'Pago',
  testNetwork: 'Red de prueba: envíe solo monedas de prueba',
  sendExactly: 'Envíe exactamente',
  sendRemaining: 'Envíe el resto',
  sendAny: 'Envíe cualquier cantidad de',
  language: 'Idioma',
  merchant: 'Comercio',
  contact: 'Contacto',
  rate: 'Tipo de cambio',
  price: 'Precio',
  amount: 'Importe',
  network: 'Red',
  created: 'Creado',
  payBefore: 'Pague antes de',
  expired: 'Caducado',
  timeLeft: 'quedan {time}',
  oneMinuteLeft: 'Queda un minuto para pagar',
  openInWallet: 'Abrir en la billetera',
  qrLabel: 'Código QR de la solicitud de pago: {target}',
  address: 'Dirección',
  copy: 'Copiar',
  copyAddress: 'Copiar dirección',
  copyAmount: 'Copiar importe',
  copyTag: 'Copiar {name}',
  copied: 'Copiado',
  copyFailed: 'No se pudo copiar. Seleccione el texto y cópielo.',
  onlyThisCoin:
    'Envíe solo {currency} y solo por la red {network}. Cualquier otro envío puede perderse.',
  exchangeFee:
    '¿Paga desde una plataforma de intercambio? Muchas descuentan su comisión de lo que se envía. Asegúrese de que lleguen {amount} completos.',
  tagNeeded:
    'Sin este dato ({name}) no se puede asignar su pago. Introdúzcalo en su billetera exactamente como se muestra.',
  received: 'Recibido',
  remaining: 'Pendiente',
  confirmations: {
    one: '{seen} de {needed} confirmación',
    other: '{seen} de {needed} confirmaciones',
  },
  confirmed: 'Confirmada',
  transactions: 'Transacciones',
  viewTransaction: 'Ver la transacción {txid}',
  returnTo: 'Volver a {host}',
  redirecting: 'En unos segundos volverá a {host}.',
  refresh: 'Actualizar',
  connectionLost: 'Conexión perdida. Se está reintentando; su pago no se ve afectado.',
  channelReady: {
    title: 'Listo para recibir su pago',
    text: 'Los pagos a esta dirección se detectan automáticamente. Puede usarla más de una vez.',
  },
  underpaidExpired: {
    title: 'Importe incompleto',
    text: 'Solo una parte llegó antes de que se agotara el tiempo. No envíe más; los {currency} ya enviados están registrados y el comercio lo resolverá con usted.',
  },
  notFound: {
    title: 'Aquí no hay ningún pago',
    text: 'Compruebe la dirección de esta página o pida un nuevo enlace al comercio.',
  },
  tooManyRequests: {
    title: 'Demasiadas solicitudes',
    text: 'Esta página se ha cargado demasiadas veces. Lo intentará de nuevo por sí sola en un momento; su pago no se ve afectado.',
  },
  unavailable: {
    title: 'Esta página no está disponible en este momento',
    text: 'Lo intentará de nuevo por sí sola. Si ya ha pagado, su pago no se ve afectado.',
  },
  subscription: {
    interval: 'Periodicidad',
    nextFrom: 'El próximo período empieza el',
    payWith: 'Pagar con {coin}',
    viewPayment: 'Ver el pago',
    choose: {
      title: 'Elija cómo pagar',
      text: 'Elija una criptomoneda. El tipo de cambio se fija al elegir y vale por poco tiempo.',
    },
    started: {
      title: 'Se ha iniciado un pago',
      text: 'Revíselo antes de volver a pagar.',
    },
    paid: {
      title: 'Este período está pagado',
      text: 'Gracias. Por ahora no hay nada que pagar; recibirá un correo cuando toque el próximo pago.',
    },
    ended: {
      title: 'Esta suscripción ha terminado',
      text: 'Aquí ya no hay nada que pagar.',
    },
  },
  till: {
    status: 'Estado',
    works: {
      title: 'Todo funciona',
      text: 'Los pagos se detectan, los envíos salen y las notificaciones se entregan.',
    },
    delayed: {
      title: 'Algunas cosas tardan más',
      text: 'Lo que va con retraso se recupera solo. Ningún pago se pierde.',
    },
    disturbed: {
      title: 'El servicio tiene problemas',
      text: 'Los pagos que se envíen mientras tanto se abonarán después. Inténtelo más tarde.',
    },
    payments: 'Pagos',
    payouts: 'Envíos',
    rates: 'Tipos de cambio',
    callbacks: 'Notificaciones',
    standing: { up: 'funciona', delayed: 'con retraso', paused: 'en pausa', down: 'no disponible' },
    asOf: 'A fecha de',
  },
  refund: {
    title: 'Reembolso',
    fees: 'Comisiones',
    status: 'Estado',
    prepared: 'En preparación',
    failed: 'No enviado',
    onItsWay: 'En camino',
    confirmed: 'Confirmado',
    withMerchant: 'En poder del comercio',
    to: 'A',
    transaction: 'Transacción',
    copyTxid: 'Copiar el ID de la transacción',
    excess: 'Lo que pagó de más se le devuelve.',
    askMerchant: 'El comercio tiene este importe para usted. Pregúntele cómo recibirlo.',
    askWhy: 'No se ha podido enviar este reembolso. Póngase en contacto con el comercio.',
    notSent: {
      title: 'Reembolso en poder del comercio',
      text: 'El comercio tiene su dinero y aún no lo ha enviado a ninguna dirección. Pregúntele cómo recibirlo.',
    },
  },
  status: {
    waiting: { title: 'Esperando su pago', text: 'El pago se detecta automáticamente.' },
    underpaid: { title: 'Ha llegado parte del pago', text: 'Envíe el resto a la misma dirección.' },
    confirming: {
      title: 'Pago detectado',
      text: 'La red lo está confirmando. No tiene que hacer nada más.',
    },
    paid: { title: 'Pago completado', text: 'Gracias. Su pago está confirmado.' },
    overpaid: {
      title: 'Ha pagado más de lo necesario',
      text: 'Su pago ha llegado. El comercio conoce la diferencia y la resolverá con usted.',
    },
    late: {
      title: 'El pago llegó tarde',
      text: 'Su pago llegó después de agotarse el tiempo. Está registrado y el comercio lo resolverá con usted.',
    },
    expired: {
      title: 'Esta solicitud de pago ha caducado',
      text: 'No envíe nada más a esta dirección. Si ya ha pagado, su pago se reconocerá aquí de todos modos.',
    },
    on_hold: {
      title: 'Pago en revisión',
      text: 'Su pago ha llegado y se está revisando. Si tiene preguntas, contacte con el comercio.',
    },
    refunded: {
      title: 'Pago devuelto',
      text: 'El comercio ha reembolsado este pago. Si no lo ha recibido, póngase en contacto con el comercio.',
    },
    cancelled: {
      title: 'Esta solicitud de pago fue cancelada',
      text: 'No envíe nada a esta dirección.',
    },
    disabled: {
      title: 'No se aceptan pagos',
      text: 'Esta dirección está desactivada por ahora. No envíe nada a ella.',
    },
  },
} as const satisfies Strings;
