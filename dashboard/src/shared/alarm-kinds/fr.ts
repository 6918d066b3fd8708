// What each kind of alarm means and what to do about it, in French.
import type { KindTexts } from './kinds.ts';

export const fr: KindTexts = {
  clock_wrong: {
    is: 'L’horloge d’une machine est fausse',
    advice:
      'Réglez par NTP l’horloge de la machine nommée ou celle de la base ; d’ici là, ce processus ne répond ni ne travaille. L’alarme prend fin d’elle-même.',
  },
  callback_given_up: {
    is: 'Une notification a été abandonnée',
    advice:
      'Pendant 36 heures, son destinataire n’a rien confirmé. Regardez les notifications échouées, faites réparer le destinataire, renvoyez-les, puis fermez l’alarme.',
  },
  node_silent: {
    is: 'Aucun nœud ne répond',
    advice:
      'Depuis deux minutes, le nœud de la monnaie, ou chacun de plusieurs, ne dit rien : rien n’en est vu ni envoyé. Démarrez-le ; ce qui a été payé entre-temps est alors trouvé, et l’alarme cesse d’elle-même.',
  },
  node_behind: {
    is: 'Le dernier bloc d’un nœud est ancien',
    advice:
      'Le nœud de la monnaie répond et n’a pas de nouveau bloc : il charge encore la chaîne, ou n’entend rien du réseau. Ce qui est payé n’est pas vu. Regardez son journal, ses pairs et son horloge ; ce qui est venu entre-temps est trouvé quand il a rattrapé, et l’alarme cesse d’elle-même.',
  },
  backup_old: {
    is: 'La dernière sauvegarde est ancienne',
    advice:
      'Depuis longtemps, aucune bonne sauvegarde n’a été faite : ce qui la fait (le timer chaintill-backup, un script) ne tourne pas, manque de place, ou sa sauvegarde a été refusée. Voyez ce qu’il dit et faites-en une : chaintill backup create --verify. Ce qui s’est passé depuis la dernière serait perdu avec cette machine. L’alarme cesse d’elle-même.',
  },
  backup_failed: {
    is: 'Aucune sauvegarde n’a pu être faite',
    advice:
      'La sauvegarde de cette nuit a échoué, pour le motif ci-dessous ; elle est retentée après une heure, deux, quatre. Remédiez-y : la place, un dossier non monté, la clé d’un stockage. chaintill backup create --verify en fait une aussitôt. L’alarme cesse avec la prochaine qui réussit.',
  },
  wal_not_stored: {
    is: 'Le journal de la base de données n’est pas archivé',
    advice:
      'Ce qui se passe depuis serait perdu avec cette machine : le dossier de CHAINTILL_WAL_TO est plein, n’est pas monté ou appartient à quelqu’un d’autre, ou contient le journal d’une autre vie de cette base. chaintill doctor et le journal du service disent lequel. Ce qui manque est gardé jusqu’à 10 Go et archivé dès que le dossier est de retour. L’alarme cesse d’elle-même.',
  },
  backup_place_claimed: {
    is: 'Un emplacement de sauvegarde appartient à une autre lignée',
    advice:
      'Une autre instance issue de cette base archive ses sauvegardes ou son journal au même endroit ; rien de celle-ci n’y est archivé. Deux instances avec les mêmes clés ne doivent jamais tourner en même temps : trouvez d’abord l’autre. Exécutez ensuite `chaintill backup take-over --to LIEU` sur l’instance qui continue, ou donnez à l’une des deux un autre emplacement. `chaintill backup list --from LIEU` montre les deux lignées. L’alarme cesse d’elle-même.',
  },
  node_not_used: {
    is: 'Un nœud n’est pas utilisé',
    advice:
      'Il est absent, en retard, sur une autre branche ou d’un autre réseau ; les autres nœuds de la monnaie répondent entre-temps. Réparez-le ; l’alarme prend fin d’elle-même.',
  },
  return_refused: {
    is: 'De l’argent à haut risque n’a pu être rendu',
    advice:
      'L’adresse du payeur est à haut risque ou fausse, ou le montant ne couvre pas les frais de réseau. Renvoyez un paiement de canal à une autre adresse ; libérez une facture, son marchand la rembourse ensuite.',
  },
  deposit_reversed: {
    is: 'La chaîne a repris un paiement comptabilisé',
    advice:
      'S’il était crédité, le montant est dans les pertes. Parlez au marchand et débitez le compte s’il est d’accord. L’alarme prend fin d’elle-même si le paiement revient.',
  },
  deposit_changed: {
    is: 'Un paiement comptabilisé est revenu avec un autre montant',
    advice:
      'Après une réorganisation profonde de la chaîne ; les livres gardent l’ancien montant. Corrigez l’écart sur le compte si le marchand est d’accord.',
  },
  payment_without_transaction: {
    is: 'Un paiement sans transaction propre',
    advice:
      'Le nœud ne trace pas les blocs, et une adresse détenait plus que ne disent ses transactions : crédité sous le hash d’un bloc. Connectez un nœud qui trace, et cherchez le paiement dans un explorateur.',
  },
  token_received: {
    is: 'Un paiement porte un jeton à côté de ses pièces',
    advice:
      'Les pièces sont créditées ; la sortie est mise à part et n’est jamais dépensée. Convenez avec le payeur du sort du jeton, puis fermez l’alarme avec un motif.',
  },
  token_paid_less: {
    is: 'Le contrat d’un jeton a déplacé moins qu’annoncé',
    advice:
      'Est crédité ce que l’adresse a gagné. Demandez à l’émetteur ce qui a changé, peut-être des frais nouveaux, et dites-le aux marchands qui proposent le jeton.',
  },
  token_unmeasured: {
    is: 'Des paiements d’un jeton n’ont pu être mesurés',
    advice:
      'Les blocs ont été lus si tard que le nœud ne connaissait plus les soldes. Comparez l’adresse du premier paiement dans un explorateur, puis fermez l’alarme ; laissez le service en marche, ou donnez-lui un nœud qui garde davantage.',
  },
  audit: {
    is: 'Les livres ne sont pas justes',
    advice:
      'Les paiements du projet sont arrêtés. Signalez-le : c’est une erreur du programme, ou quelqu’un a modifié la base. L’alarme prend fin d’elle-même quand une preuve ultérieure ne trouve plus rien.',
  },
  insolvent: {
    is: 'Les marchands possèdent plus que ce qui est là',
    advice:
      'Cherchez comment c’est arrivé ; apportez les pièces, ou déclarez ce que vous détenez ailleurs. L’alarme prend fin d’elle-même.',
  },
  declaration_old: {
    is: 'Les avoirs déclarés n’ont pas été confirmés depuis 35 jours',
    advice:
      'La solvabilité compte ce que vous avez déclaré détenir ailleurs, et personne ne l’a confirmé depuis. Vérifiez le compte, puis déclarez de nouveau le montant avec chaintill solvency declare, ou déclarez 0. L’alarme se termine avec la nouvelle déclaration.',
  },
  network_fees_lost: {
    is: 'Les réseaux ont pris plus que les marchands n’ont payé',
    advice:
      'Regardez les portefeuilles et leurs petits paiements. Si c’est normal, relevez CHAINTILL_NETWORK_FEE_LOSS. L’alarme prend fin d’elle-même.',
  },
  payouts_stopped: {
    is: 'Les paiements d’un projet sont arrêtés',
    advice:
      'Rien de nouveau n’est envoyé pour lui. Examinez la cause et le motif, puis levez l’arrêt. L’alarme prend fin avec le dernier arrêt du projet.',
  },
  hot_wallet_short: {
    is: 'Le portefeuille chaud n’a pas assez',
    advice:
      'Envoyez des pièces à l’adresse que l’écran des portefeuilles montre pour le remplir. Les retraits attendent ; aucun n’est perdu. L’alarme prend fin d’elle-même.',
  },
  gas_short: {
    is: 'Pas assez pour payer les frais d’un réseau',
    advice:
      'Des retraits d’un jeton attendent la monnaie dans laquelle se paient les frais de son réseau. Envoyez-en à l’adresse que montre l’écran des portefeuilles. Aucun n’est perdu ; l’alarme prend fin d’elle-même.',
  },
  payouts_await_final: {
    is: 'Un paiement attend longtemps des blocs définitifs',
    advice:
      'Depuis trois heures, les blocs qui ont apporté son argent ne sont pas définitifs. La chaîne des dépôts avance-t-elle ? Sinon, relevez freshMoneyMaxEur du projet. L’alarme prend fin d’elle-même.',
  },
  payee_refuses: {
    is: 'Un bénéficiaire ne peut être payé à présent',
    advice:
      'Le réseau ne le paierait pas, pour le motif ci-dessous. Prévenez le marchand ; annulez le retrait, ou laissez-le jusqu’à ce que le bénéficiaire change cela. Il n’en retarde aucun autre ; l’alarme prend fin d’elle-même.',
  },
  spent_elsewhere: {
    is: 'Ce qu’un transfert dépense l’a été par un autre',
    advice:
      'La chaîne contient autre chose que ce qui a été signé ici. Cherchez qui d’autre a les clés avant tout autre envoi.',
  },
  transfer_changed: {
    is: 'Un autre de nos transferts qu’avant est confirmé',
    advice:
      'Après une réorganisation, une autre de nos propres transactions du même retrait est dans la chaîne. Le bénéficiaire est payé une seule fois, et la différence de frais est comptabilisée. Donnez-lui le nouvel identifiant de transaction s’il le demande, puis fermez l’alerte.',
  },
  transfer_failed_on_chain: {
    is: 'Un transfert a échoué dans la chaîne',
    advice:
      'Il est dans un bloc et n’a payé personne. Cherchez la transaction dans un explorateur ; le retrait est montré comme échoué, et peut être annulé, ou renvoyé une fois la cause levée.',
  },
  transfer_moved_otherwise: {
    is: 'Le contrat d’un jeton a déplacé autre chose que demandé',
    advice:
      'Le bénéficiaire n’a pas reçu tout le montant, par exemple si le contrat retient désormais des frais. Regardez dans un explorateur ce qu’il a reçu ; réglez le reste avec le marchand, et désactivez le jeton tant que son contrat retient des frais.',
  },
  transfer_refused: {
    is: 'Un nœud refuse un transfert signé',
    advice:
      'Il est diffusé de nouveau malgré tout. Un refus passager, comme un mempool plein, prend fin de lui-même ; s’il est définitif, mettez fin au retrait (chaintill withdrawals void). Une clé erronée d’un compte XRP : réparez-la, puis renvoyez le retrait.',
  },
  numbers_held_up: {
    is: 'Un transfert bloqué en retarde d’autres',
    advice:
      'Aucun bloc ne le prend, son budget de frais est épuisé, et d’autres attendent son numéro. Attendez que les frais baissent, ou mettez-y fin (chaintill withdrawals void) : les suivants passent. L’alarme prend fin d’elle-même.',
  },
  signer_refused: {
    is: 'Le signataire refuse de signer',
    advice:
      'Un retrait ou son transfert n’est pas ce que le marchand a demandé, ou dépasse une limite du signataire. Cherchez d’abord qui écrit dans la base ; ce qui ne doit pas être payé est annulé. Si le motif nomme « signer free », voyez la preuve, puis laissez-le signer à nouveau.',
  },
  no_signer: {
    is: 'Aucun signataire ne répond',
    advice:
      'Des retraits l’attendent. Démarrez-le ; son journal dit pourquoi il s’est arrêté. Rien n’est perdu.',
  },
  quarantine: {
    is: 'Une monnaie est en quarantaine',
    advice:
      'La chaîne connaît des transactions faites avec nos clés que cette base ignore : une sauvegarde plus ancienne a été restaurée, ou quelqu’un d’autre a les clés. Voyez la liste de la quarantaine, puis mettez-y fin ; d’ici là, aucun retrait de la monnaie n’est envoyé ni annulé.',
  },
  unknown_spend: {
    is: 'Quelqu’un dépense ce qui est à nous',
    advice:
      'Une transaction qui n’est pas la nôtre dépense une sortie ou prend un numéro à nous ; la monnaie est en quarantaine. Si aucune base n’est revenue en arrière, tenez-le pour un vol : arrêtez le signataire, déplacez le reste vers une nouvelle graine.',
  },
  database_went_back: {
    is: 'La base est revenue en arrière',
    advice:
      'Il lui manque ce qu’un processus en marche a écrit : un secours privé de la fin a pris le relais, ou une sauvegarde plus ancienne a été remise. Toutes les monnaies sont en quarantaine. Suivez le manuel, « after a restore », puis fermez l’alarme.',
  },
  database_moved: {
    is: 'La base est à un autre endroit',
    advice:
      'Un secours a pris le relais, ou le service a démarré sur une copie. Des adresses sont sautées ; rien d’autre n’a été fait. Si c’est une copie plus ancienne, commencez une quarantaine ; puis fermez l’alarme.',
  },
  cancelled_but_paid: {
    is: 'Un retrait annulé a été payé',
    advice:
      'Le marchand a récupéré l’argent, et il a aussi été envoyé. Cherchez la transaction ; débitez le compte si le marchand est d’accord, puis fermez l’alarme.',
  },
};
