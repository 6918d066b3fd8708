// English texts of the hosted pages. Used by strings.ts alone.
import type { Strings } from '../strings-type.ts';

export default {
  payment: 'Payment',
  testNetwork: 'Test network: send test coins only',
  sendExactly: 'Send exactly',
  sendRemaining: 'Send the remaining',
  sendAny: 'Send any amount of',
  language: 'Language',
  merchant: 'Merchant',
  contact: 'Contact',
  rate: 'Rate',
  price: 'Price',
  amount: 'Amount',
  network: 'Network',
  created: 'Created',
  payBefore: 'Pay before',
  expired: 'Expired',
  timeLeft: '{time} left',
  oneMinuteLeft: 'One minute left to pay',
  openInWallet: 'Open in wallet',
  qrLabel: 'QR code of the payment request: {target}',
  address: 'Address',
  copy: 'Copy',
  copyAddress: 'Copy address',
  copyAmount: 'Copy amount',
  copyTag: 'Copy {name}',
  copied: 'Copied',
  copyFailed: 'Could not copy. Please select the text and copy it.',
  onlyThisCoin:
    'Send only {currency}, and only on the {network} network. Anything else may be lost.',
  exchangeFee:
    'Paying from an exchange? Many take their fee out of what is sent. Make sure that {amount} arrive in full.',
  tagNeeded:
    'Without the {name} your payment cannot be matched. Enter it in your wallet exactly as shown.',
  received: 'Received',
  remaining: 'Remaining',
  confirmations: {
    one: '{seen} of {needed} confirmation',
    other: '{seen} of {needed} confirmations',
  },
  confirmed: 'Confirmed',
  transactions: 'Transactions',
  viewTransaction: 'View transaction {txid}',
  returnTo: 'Return to {host}',
  redirecting: 'Taking you back to {host} in a few seconds.',
  refresh: 'Refresh',
  connectionLost: 'Connection lost. Trying again; your payment is not affected.',
  channelReady: {
    title: 'Ready for your payment',
    text: 'Payments to this address are detected automatically. You can use it more than once.',
  },
  underpaidExpired: {
    title: 'Not the full amount',
    text: 'Part of the amount arrived before the time ran out. Please do not send more; {currency} already sent is recorded and the merchant will settle it with you.',
  },
  notFound: {
    title: 'There is no payment here',
    text: 'Please check the address of this page, or ask the merchant for a new link.',
  },
  tooManyRequests: {
    title: 'Too many requests',
    text: 'This page was loaded too often. It tries again by itself in a moment; your payment is not affected.',
  },
  unavailable: {
    title: 'This page is not available at the moment',
    text: 'It tries again by itself. If you have already paid, your payment is not affected.',
  },
  subscription: {
    interval: 'Billing interval',
    nextFrom: 'Next period begins',
    payWith: 'Pay with {coin}',
    viewPayment: 'View the payment',
    choose: {
      title: 'Choose how to pay',
      text: 'Choose a cryptocurrency. The rate is fixed when you choose, and stands for a short time.',
    },
    started: {
      title: 'A payment has been started',
      text: 'Please look at it before you pay again.',
    },
    paid: {
      title: 'This period is paid',
      text: 'Thank you. There is nothing to pay now; you get a mail when the next payment is due.',
    },
    ended: {
      title: 'This subscription has ended',
      text: 'There is nothing to pay here any more.',
    },
  },
  till: {
    status: 'Status',
    works: {
      title: 'Everything works',
      text: 'Payments are seen, payouts are sent and callbacks are delivered.',
    },
    delayed: {
      title: 'Some things take longer',
      text: 'What is late is caught up on by itself. No payment is lost.',
    },
    disturbed: {
      title: 'The service is disturbed',
      text: 'Payments that are sent meanwhile are credited afterwards. Please try again later.',
    },
    payments: 'Payments',
    payouts: 'Payouts',
    rates: 'Exchange rates',
    callbacks: 'Callbacks',
    standing: { up: 'works', delayed: 'delayed', paused: 'paused', down: 'not available' },
    asOf: 'As of',
  },
  refund: {
    title: 'Refund',
    fees: 'Fees',
    status: 'Status',
    prepared: 'Being prepared',
    failed: 'Not sent',
    onItsWay: 'On its way',
    confirmed: 'Confirmed',
    withMerchant: 'With the merchant',
    to: 'To',
    transaction: 'Transaction',
    copyTxid: 'Copy transaction ID',
    excess: 'What you paid beyond the price goes back to you.',
    askMerchant: 'The merchant has this amount for you. Please ask the merchant how you get it.',
    askWhy: 'This refund could not be sent. Please contact the merchant.',
    notSent: {
      title: 'Refund with the merchant',
      text: 'The merchant has your money and has not sent it to any address yet. Please ask the merchant how you get it.',
    },
  },
  status: {
    waiting: { title: 'Waiting for your payment', text: 'The payment is detected automatically.' },
    underpaid: {
      title: 'Part of the payment has arrived',
      text: 'Please send the remaining amount to the same address.',
    },
    confirming: {
      title: 'Payment seen',
      text: 'It is being confirmed by the network. There is nothing more for you to do.',
    },
    paid: { title: 'Payment complete', text: 'Thank you. Your payment has been confirmed.' },
    overpaid: {
      title: 'You paid more than needed',
      text: 'Your payment has arrived. The merchant has been told about the difference and will settle it with you.',
    },
    late: {
      title: 'Payment arrived late',
      text: 'Your payment arrived after the time ran out. It is recorded and the merchant will settle it with you.',
    },
    expired: {
      title: 'This payment request has expired',
      text: 'Please do not send anything to this address any more. If you have already paid, your payment will still be recognised here.',
    },
    on_hold: {
      title: 'Payment under review',
      text: 'Your payment has arrived and is being checked. Please contact the merchant if you have questions.',
    },
    refunded: {
      title: 'Payment returned',
      text: 'The merchant has refunded this payment. If it has not reached you, please contact the merchant.',
    },
    cancelled: {
      title: 'This payment request was cancelled',
      text: 'Please do not send anything to this address.',
    },
    disabled: {
      title: 'Not accepting payments',
      text: 'This address is switched off at present. Please do not send anything to it.',
    },
  },
} as const satisfies Strings;
