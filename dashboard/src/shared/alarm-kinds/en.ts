// What each kind of alarm means and what to do about it, in English.
import type { KindTexts } from './kinds.ts';

export const en: KindTexts = {
  clock_wrong: {
    is: 'A machine’s clock is wrong',
    advice:
      'Set the clock of the machine that is named, or of the database’s, by NTP; until then that process answers nothing and works on nothing. The alarm ends by itself.',
  },
  callback_given_up: {
    is: 'A callback was given up',
    advice:
      'For 36 hours its receiver acknowledged nothing. Look at the failed callbacks, have the receiver mended, send them again, then clear the alarm.',
  },
  node_silent: {
    is: 'No node answers',
    advice:
      'For two minutes the coin’s node, or each of several, has told nothing: nothing of the coin is noticed or sent. Start it; what was paid meanwhile is found then, and the alarm ends by itself.',
  },
  node_behind: {
    is: 'The newest block of a node is old',
    advice:
      'The coin’s node answers, and has no new block: it still loads the chain, or hears nothing of the network. What is paid is not seen. Look at its log, its peers and its clock; what came meanwhile is found when it has caught up, and the alarm ends by itself.',
  },
  backup_old: {
    is: 'The newest backup is old',
    advice:
      'Nothing has made a good backup for long: whatever is to make it (the timer chaintill-backup, a script) does not run, has no room, or its backup was refused. See what it says and make one now: chaintill backup create --verify. What happens since the newest would be lost with this machine. The alarm ends by itself.',
  },
  backup_failed: {
    is: 'No backup could be made',
    advice:
      'The backup of this night failed, for the reason below; it is tried again after an hour, two, four. Mend that: room, a folder that is not mounted, a store’s key. chaintill backup create --verify makes one at once. The alarm ends with the next that succeeds.',
  },
  wal_not_stored: {
    is: 'The log of the database is not stored',
    advice:
      'What happens since would be lost with this machine: the folder of CHAINTILL_WAL_TO has no room, is not mounted, or belongs to somebody else, or it has the log of another life of this database. chaintill doctor and the service’s own log say which. What was not stored is kept meanwhile, up to 10 GB, and stored when the folder is there again. The alarm ends by itself.',
  },
  backup_place_claimed: {
    is: 'A backup place belongs to another history',
    advice:
      'Another instance made from this database stores its backups or its log in the same place, so nothing of this one is stored there. Two instances with the same keys must never run at the same time: find the other one first. Then run `chaintill backup take-over --to PLACE` on the instance that goes on, or give one of them another place. `chaintill backup list --from PLACE` shows both histories. The alert resolves automatically.',
  },
  node_not_used: {
    is: 'A node is not used',
    advice:
      'It is away, behind, on another branch or of another network; the coin’s other nodes are asked meanwhile. Mend it; the alarm ends by itself.',
  },
  return_refused: {
    is: 'Money of high risk could not go back',
    advice:
      'The payer’s address is of high risk or wrong, or the amount does not cover the network’s fee. Send a channel payment back to another address; release an invoice, then its merchant refunds it.',
  },
  deposit_reversed: {
    is: 'The chain took a booked payment back',
    advice:
      'If it was credited, the amount is in the losses. Talk to the merchant, and debit the account if agreed. The alarm ends by itself when the payment comes back.',
  },
  deposit_changed: {
    is: 'A booked payment came back with another amount',
    advice:
      'After a deep reorganisation of the chain; the books keep the old amount. Correct the account’s difference if the merchant agrees.',
  },
  payment_without_transaction: {
    is: 'A payment without a transaction of its own',
    advice:
      'The node traces no blocks, and an address held more than its transactions say: it is credited under the hash of a block. Connect a node that traces, and look the payment up in an explorer.',
  },
  token_received: {
    is: 'A payment carries a token beside its coins',
    advice:
      'The coins are credited; the output is kept apart and never spent. Settle with its payer what becomes of the token, then clear the alarm with a reason.',
  },
  token_paid_less: {
    is: 'A token’s contract moved less than it said',
    advice:
      'Credited is what the address gained. Ask the issuer what changed, perhaps a new fee, and tell the merchants who offer the token.',
  },
  token_unmeasured: {
    is: 'Payments of a token could not be measured',
    advice:
      'The blocks were read so late that the node no longer knew the balances. Compare the address of the first payment in an explorer, then clear the alarm; keep the service running, or give it a node that keeps more.',
  },
  audit: {
    is: 'The books do not prove right',
    advice:
      'Payouts of the project are stopped. Report it: this is a fault of the program, or somebody changed the database. The alarm ends by itself when a later proof finds it right again.',
  },
  insolvent: {
    is: 'Merchants own more than is there',
    advice:
      'Find out how it came about; bring the coins in, or declare what you hold elsewhere. The alarm ends by itself.',
  },
  declaration_old: {
    is: 'The declared holdings were not confirmed for 35 days',
    advice:
      'Solvency counts what you declared that you hold elsewhere, and nobody has confirmed it since. Check the account, then declare the amount again with chaintill solvency declare, or declare 0. The alert ends with the new declaration.',
  },
  network_fees_lost: {
    is: 'Networks took more than merchants paid for them',
    advice:
      'Look at the wallets and their small payments. When it is as it should be, set CHAINTILL_NETWORK_FEE_LOSS higher. The alarm ends by itself.',
  },
  payouts_stopped: {
    is: 'Payouts of a project are stopped',
    advice:
      'Nothing new is sent for it. Look for the cause and the reason, then lift the stop. The alarm ends with the project’s last stop.',
  },
  hot_wallet_short: {
    is: 'The hot wallet is short',
    advice:
      'Send coins to the address that the wallets’ screen shows for filling it up. The withdrawals wait; none is lost. The alarm ends by itself.',
  },
  gas_short: {
    is: 'Too little to pay a network’s fees with',
    advice:
      'Withdrawals of a token wait for the coin that its network’s fees are paid in. Send some to the address that the wallets’ screen shows. None is lost; the alarm ends by itself.',
  },
  payouts_await_final: {
    is: 'A payout waits long for final blocks',
    advice:
      'For three hours the blocks that brought its money have not become final. Is the chain of the deposits moving? Else raise freshMoneyMaxEur of the project. The alarm ends by itself.',
  },
  payee_refuses: {
    is: 'A payee cannot be paid now',
    advice:
      'The network would not pay it, for the reason below. Tell the merchant; cancel the withdrawal, or leave it until the payee has changed that. It holds up no other; the alarm ends by itself.',
  },
  spent_elsewhere: {
    is: 'What a transfer spends was spent by another',
    advice:
      'The chain has something else than was signed here. Find out who else has the keys before anything else is sent.',
  },
  transfer_changed: {
    is: 'Another of our transfers is confirmed than before',
    advice:
      'After a reorganization, another one of our own transactions for the same withdrawal is in the chain. The payee is paid once, and the difference in fee is booked. Give the payee the new transaction id if they ask for it, then clear the alert.',
  },
  transfer_failed_on_chain: {
    is: 'A transfer failed in the chain',
    advice:
      'It is in a block and paid nobody. Look the transaction up in an explorer; the withdrawal is shown as failed, and can be cancelled or sent again when the cause is mended.',
  },
  transfer_moved_otherwise: {
    is: 'A token’s contract moved something else than asked',
    advice:
      'The payee did not get the whole amount, as when a contract begins to keep a fee. Look in an explorer what he got; settle the rest with the merchant, and switch the token off while its contract keeps a fee.',
  },
  transfer_refused: {
    is: 'A node refuses a signed transfer',
    advice:
      'It is broadcast again all the same. What refuses in passing, as a full mempool, ends by itself; what refuses for good wants the withdrawal ended (chaintill withdrawals void). A wrong key of an account of XRP: mend it, then send the withdrawal again.',
  },
  numbers_held_up: {
    is: 'A stuck transfer holds others up',
    advice:
      'No block takes it, its budget for fees is used up, and others wait for its number. Wait until fees fall, or end it (chaintill withdrawals void): those behind follow. The alarm ends by itself.',
  },
  signer_refused: {
    is: 'The signer refuses to sign',
    advice:
      'A withdrawal or its transfer is not what the merchant asked for, or above a limit of the signer. Find out who writes to the database before anything else; what must not be paid is cancelled. Where the reason names “signer free”, look at its proof, then let it sign again.',
  },
  no_signer: {
    is: 'No signer answers',
    advice: 'Withdrawals wait for it. Start it; its log says why it ended. Nothing is lost.',
  },
  quarantine: {
    is: 'A coin is in quarantine',
    advice:
      'The chain knows transactions made with our keys that this database does not: an older backup was restored, or somebody else has the keys. Look at the quarantine’s list, then end it; until then no withdrawal of the coin is sent or cancelled.',
  },
  unknown_spend: {
    is: 'Somebody spends what is ours',
    advice:
      'A transaction that is none of ours spends an output or uses a number of ours; the coin is in quarantine. If no database went back, take it for a theft: stop the signer, move what is left to a new seed.',
  },
  database_went_back: {
    is: 'The database went back in time',
    advice:
      'It lacks what a running process wrote: a standby that lost its tail took over, or an older backup was put back. All coins are in quarantine. Do what the manual says “after a restore”, then clear the alarm.',
  },
  database_moved: {
    is: 'The database is at another place',
    advice:
      'A standby took over, or the service was started on a copy. Addresses skip ahead; nothing else was done. If it is an older copy, begin a quarantine; then clear the alarm.',
  },
  cancelled_but_paid: {
    is: 'A cancelled withdrawal was paid',
    advice:
      'The merchant got the money back, and it was sent as well. Look the transaction up; debit the account if agreed with the merchant, then clear the alarm.',
  },
};
