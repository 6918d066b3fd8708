// What a hosted page and the page around its frame say to each other (docs/payment-pages.md).

/** The page around runs pay.js, which does what browsers refuse to a frame. */
let isHelping = false;

/** Nothing in it is secret. */
export function tell(more = {}) {
  if (window.parent === window) return;
  const { status, version, checkout, checkoutStatus, checkoutContext } =
    document.getElementById('payment').dataset;
  const ofCheckout = checkout && {
    id: checkout,
    status: checkoutStatus,
    status_context: checkoutContext || null,
  };
  const state = { status, version, ...(ofCheckout && { checkout: ofCheckout }) };
  const from = { source: 'chaintill', path: location.pathname };
  window.parent.postMessage({ ...from, ...state, ...more }, '*');
}

/** False: this page must do it. */
export function ask(what) {
  if (isHelping) tell(what);
  return isHelping;
}

window.addEventListener('message', ({ data, source }) => {
  if (source === window.parent && data?.source === 'chaintill-parent') isHelping = true;
});
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && !event.defaultPrevented) tell({ close: true });
});
document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a[target="_top"]') : null;
  if (link === null || /^https?:$/.test(link.protocol)) return;
  if (ask({ open: link.href })) event.preventDefault();
});
tell();
