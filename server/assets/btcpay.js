// The second part of /modal/btcpay.js: what plugins for BTCPay Server call, in terms of pay.js. Its messages reach
// every listener of the shop's page as if the payment page had sent them, in the words that plugins know, old ones
// first.
window.btcpay = (() => {
  const WORDS = {
    processing: ['paid', 'Processing'],
    completed: ['complete', 'Settled'],
    expired: ['expired', 'Expired'],
    cancelled: ['Invalid'],
  };
  const { Chaintill } = window;
  let invoice = null;
  let frame = null;
  let willEnter = () => {};
  let willLeave = () => {};
  let receive = () => {};

  function say(data) {
    const origin = new URL(frame.src).origin;
    window.dispatchEvent(
      new MessageEvent('message', { data, origin, source: frame.contentWindow }),
    );
  }

  Chaintill.watch((what, detail) => {
    if (what === 'opening') {
      frame = detail.frame;
      frame.name = 'btcpay';
      willEnter();
    } else if (what === 'loaded') say('loaded');
    else if (what === 'status')
      for (const status of WORDS[detail.status] ?? []) say({ invoiceId: invoice, status });
    else {
      say('close');
      willLeave();
    }
  });
  window.addEventListener('message', (event) => {
    if (event.data?.source !== 'chaintill') receive(event);
  });

  function appendInvoiceFrame(id) {
    invoice = id;
  }
  function showFrame() {
    if (invoice !== null) Chaintill.open(`i/${encodeURIComponent(invoice)}`);
  }
  function showInvoice(id) {
    appendInvoiceFrame(id);
    showFrame();
  }
  return {
    showFrame,
    showInvoice,
    appendInvoiceFrame,
    appendAndShowInvoiceFrame: showInvoice,
    hideFrame: () => Chaintill.close(),
    onModalWillEnter: (listener) => {
      willEnter = listener;
    },
    onModalWillLeave: (listener) => {
      willLeave = listener;
    },
    onModalReceiveMessage: (listener) => {
      receive = listener;
    },
    setApiUrlPrefix: Chaintill.from,
  };
})();
