// A completed withdrawal whose transfer a reorganisation took back, and which gets another one (await-transfer.ts).

/** SQL over `w`, the withdrawal, and `t`, its payout's transfer: not the one that completed it, and in no block. */
export const SENT_ANEW = `w.status = 'completed' and t.status <> 'confirmed' and t.txid is distinct from w.txid`;
