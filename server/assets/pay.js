// For shops: opens a checkout or a payment link above the page of the shop, or in its place (docs/checkouts.md).
// Served as it is at /pay.js, and as the first part of /modal/btcpay.js (assets/btcpay.js). Words are filled in by
// src/web/pay-script.ts. Needs no styles of the shop: its content security policy may forbid inline ones.
window.Chaintill = (() => {
  const WORDS = { close: {}, payment: {} };
  /** The frame says that it is there. A shop's content security policy may block it. */
  const FRAME_MS = 10_000;
  const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
  /** Never opened for a frame. */
  const NOT_A_WALLET =
    /^(https?|javascript|data|blob|file|filesystem|about|vbscript|view-source):/i;
  const BOX =
    'position:fixed;inset:0;width:100%;height:100%;max-width:none;max-height:none;margin:0;padding:0;border:0;overflow:hidden;background:rgba(15,18,30,.6)';
  const FRAME =
    'position:absolute;inset:0;margin:auto;width:min(100%,960px);height:min(100%,900px);border:0;background:#fff;visibility:hidden';
  const BUTTON =
    'position:absolute;z-index:1;inset-block-start:8px;inset-inline-start:8px;width:44px;height:44px;padding:0;border:0;border-radius:50%;background:#fff;color:#14171f;font:28px/44px sans-serif;cursor:pointer;box-shadow:0 1px 4px rgba(0,0,0,.4)';

  let server = document.currentScript.src.replace(/(modal\/btcpay|pay)\.js([?#].*)?$/, '');
  /** The one that is open. */
  let current = null;

  /** Resolves when it is closed: `{ checkout_id, status, status_context }`, as last seen. */
  function open(page, { mode = 'modal', onStatus, locale } = {}) {
    let url;
    try {
      url = addressOf(page, locale);
    } catch (error) {
      return Promise.reject(error);
    }
    if (mode === 'redirect' || typeof HTMLDialogElement !== 'function') return leave(url);
    current?.close();
    return new Promise((resolve, reject) => {
      current = show(url, { onStatus, resolve, reject });
    });
  }

  function addressOf(page, locale) {
    const path = ID.test(page) ? `checkouts/${page}` : page;
    const url = new URL(path, server);
    if (url.origin !== new URL(server).origin)
      throw new Error(`Chaintill.open: ${page} is neither a checkout ID nor a page of ${server}`);
    if (locale) url.searchParams.set('locale', locale);
    return url.href;
  }

  /** The shop's page is left, so the promise has no end. */
  function leave(url) {
    window.location.assign(url);
    return new Promise(() => {});
  }

  function show(url, { onStatus, resolve }) {
    const { dialog, frame } = build();
    const overflow = document.documentElement.style.overflow;
    let seen = { checkout_id: null, status: 'open', status_context: null };
    const timeout = setTimeout(() => leave(url), FRAME_MS);

    function hear({ data, origin, source }) {
      const isOwn = source === frame.contentWindow && origin === new URL(url).origin;
      if (!isOwn || data === null || data.source !== 'chaintill') return;
      greet();
      arrive();
      if (data.checkout) follow(data.checkout);
      if (data.open && !NOT_A_WALLET.test(data.open)) window.location.assign(data.open);
      if (data.go && /^https?:/i.test(data.go)) window.location.assign(data.go);
      if (data.close) close();
    }

    function arrive() {
      if (frame.style.visibility === 'visible') return;
      clearTimeout(timeout);
      frame.style.visibility = 'visible';
      frame.focus();
      tell('loaded');
    }

    /** The page then leaves it to this window to open wallets and to return to the shop. */
    function greet() {
      frame.contentWindow?.postMessage({ source: 'chaintill-parent' }, new URL(url).origin);
    }

    function follow({ id, status, status_context }) {
      const isNews = seen.checkout_id !== id || seen.status !== status;
      seen = { checkout_id: id, status, status_context };
      if (!isNews) return;
      onStatus?.(seen);
      tell('status', seen);
    }

    function close() {
      clearTimeout(timeout);
      window.removeEventListener('message', hear);
      document.documentElement.style.overflow = overflow;
      // Gives the focus back to where it was.
      dialog.close();
      dialog.remove();
      current = null;
      tell('closed');
      resolve(seen);
    }

    window.addEventListener('message', hear);
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      close();
    });
    dialog.querySelector('button').addEventListener('click', close);
    document.documentElement.style.overflow = 'hidden';
    frame.src = url;
    document.body.append(dialog);
    tell('opening', { frame });
    dialog.showModal();
    return { close };
  }

  function build() {
    const dialog = document.createElement('dialog');
    dialog.style.cssText = BOX;
    dialog.setAttribute('aria-label', wordOf('payment'));
    const button = document.createElement('button');
    button.type = 'button';
    button.style.cssText = BUTTON;
    button.textContent = '×';
    button.setAttribute('aria-label', wordOf('close'));
    const frame = document.createElement('iframe');
    frame.style.cssText = FRAME;
    frame.title = wordOf('payment');
    frame.allow = 'clipboard-write';
    dialog.append(button, frame);
    return { dialog, frame };
  }

  /** In the language of the shop's page. */
  function wordOf(name) {
    const language = document.documentElement.lang.slice(0, 2).toLowerCase();
    return WORDS[name][language] ?? WORDS[name].en;
  }

  const listeners = [];
  function tell(what, detail) {
    for (const listener of listeners) listener(what, detail);
  }

  // <a href="https://…" data-chaintill>: without a script, an ordinary link.
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[data-chaintill]') : null;
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (link === null || !isPlain || event.defaultPrevented) return;
    event.preventDefault();
    open(link.href).then((detail) =>
      link.dispatchEvent(new CustomEvent('chaintill:closed', { bubbles: true, detail })),
    );
  });

  return {
    open,
    close: () => current?.close(),
    /** For the adapter of other scripts. */
    watch: (listener) => void listeners.push(listener),
    from: (address) => {
      server = address.endsWith('/') ? address : `${address}/`;
    },
  };
})();
