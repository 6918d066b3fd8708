// Japanese texts of the hosted pages. Used by strings.ts alone.
import type { Strings } from '../strings-type.ts';

export default {
  payment: 'お支払い',
  testNetwork: 'テストネットワーク：テスト用コインのみ送金してください',
  sendExactly: '次の金額を正確に送金',
  sendRemaining: '残りの金額を送金',
  sendAny: '任意の金額を送金',
  language: '言語',
  merchant: '販売者',
  contact: 'お問い合わせ',
  rate: 'レート',
  price: '価格',
  amount: '金額',
  network: 'ネットワーク',
  created: '作成日時',
  payBefore: 'お支払い期限',
  expired: '期限切れ',
  timeLeft: '残り {time}',
  oneMinuteLeft: 'お支払い期限まであと1分です',
  openInWallet: 'ウォレットで開く',
  qrLabel: '支払いリクエストのQRコード：{target}',
  address: 'アドレス',
  copy: 'コピー',
  copyAddress: 'アドレスをコピー',
  copyAmount: '金額をコピー',
  copyTag: '{name}をコピー',
  copied: 'コピーしました',
  copyFailed: 'コピーできませんでした。文字を選択してコピーしてください。',
  onlyThisCoin:
    '{network}ネットワークで{currency}のみを送金してください。それ以外は失われる可能性があります。',
  exchangeFee:
    '取引所から送金する場合、手数料が送金額から差し引かれることがあります。{amount} が全額届くようにしてください。',
  tagNeeded: '{name}がないとお支払いを確認できません。表示どおりにウォレットに入力してください。',
  received: '受取済み',
  remaining: '残り',
  confirmations: {
    other: '{needed}件中{seen}件の承認',
  },
  confirmed: '確認済み',
  transactions: 'トランザクション',
  viewTransaction: 'トランザクション {txid} を表示',
  returnTo: '{host} に戻る',
  redirecting: '数秒後に {host} に戻ります。',
  refresh: '更新',
  connectionLost: '接続が切れました。再試行しています。お支払いには影響ありません。',
  channelReady: {
    title: 'お支払いを受け付けています',
    text: 'このアドレスへの送金は自動的に検出されます。繰り返し利用できます。',
  },
  underpaidExpired: {
    title: '金額が不足しています',
    text: '期限までに一部の金額のみ届きました。これ以上送金しないでください。送金済みの{currency}は記録されており、販売者が対応いたします。',
  },
  notFound: {
    title: 'お支払いが見つかりません',
    text: 'このページのアドレスを確認するか、販売者に新しいリンクをお求めください。',
  },
  tooManyRequests: {
    title: 'アクセスが多すぎます',
    text: 'このページの読み込み回数が多すぎます。まもなく自動的に再試行します。お支払いへの影響はありません。',
  },
  unavailable: {
    title: '現在このページを表示できません',
    text: '自動的に再試行します。すでにお支払い済みの場合、お支払いへの影響はありません。',
  },
  subscription: {
    interval: 'お支払いの間隔',
    nextFrom: '次の期間の開始',
    payWith: '{coin} で支払う',
    viewPayment: '支払いを見る',
    choose: {
      title: 'お支払い方法を選んでください',
      text: '暗号資産を選んでください。レートは選んだ時点で確定し、短時間だけ有効です。',
    },
    started: {
      title: '支払いが開始されています',
      text: 'もう一度支払う前にご確認ください。',
    },
    paid: {
      title: 'この期間は支払い済みです',
      text: 'ありがとうございます。今お支払いいただくものはありません。次のお支払いの際にメールでお知らせします。',
    },
    ended: {
      title: 'この定期支払いは終了しました',
      text: 'ここでお支払いいただくものはもうありません。',
    },
  },
  till: {
    status: '稼働状況',
    works: {
      title: 'すべて正常です',
      text: '入金の検知、出金の送信、通知の配信が行われています。',
    },
    delayed: {
      title: '一部に遅れが出ています',
      text: '遅れは自動的に解消されます。入金が失われることはありません。',
    },
    disturbed: {
      title: 'サービスに障害が発生しています',
      text: 'この間に送られた入金は後で反映されます。しばらくしてからもう一度お試しください。',
    },
    payments: '入金',
    payouts: '出金',
    rates: '交換レート',
    callbacks: '通知',
    standing: { up: '正常', delayed: '遅延', paused: '一時停止', down: '利用不可' },
    asOf: '時点',
  },
  refund: {
    title: '返金',
    fees: '手数料',
    status: '状況',
    prepared: '準備中',
    failed: '未送金',
    onItsWay: '送金中',
    confirmed: '確認済み',
    withMerchant: '販売者が保管中',
    to: '送金先',
    transaction: 'トランザクション',
    copyTxid: 'トランザクションIDをコピー',
    excess: '払いすぎた分は返金されます。',
    askMerchant: 'この金額は販売者が保管しています。受け取り方法は販売者にお問い合わせください。',
    askWhy: 'この返金は送金できませんでした。販売者にお問い合わせください。',
    notSent: {
      title: '返金は販売者が保管しています',
      text: 'お支払いの金額は販売者が保管しており、まだどのアドレスにも送金されていません。受け取り方法は販売者にお問い合わせください。',
    },
  },
  status: {
    waiting: { title: 'お支払いをお待ちしています', text: 'お支払いは自動的に検出されます。' },
    underpaid: {
      title: '一部の金額が届きました',
      text: '残りの金額を同じアドレスに送金してください。',
    },
    confirming: {
      title: 'お支払いを検出しました',
      text: 'ネットワークで承認中です。これ以上の操作は必要ありません。',
    },
    paid: {
      title: 'お支払いが完了しました',
      text: 'ありがとうございます。お支払いが承認されました。',
    },
    overpaid: {
      title: '必要な金額より多く支払われました',
      text: 'お支払いが届きました。差額は販売者に通知済みで、販売者が対応いたします。',
    },
    late: {
      title: 'お支払いが期限後に届きました',
      text: 'お支払いは期限後に届きました。記録されており、販売者が対応いたします。',
    },
    expired: {
      title: 'この支払いリクエストは期限切れです',
      text: 'このアドレスにはもう送金しないでください。すでに送金済みの場合は、こちらで確認されます。',
    },
    on_hold: {
      title: 'お支払いを確認中です',
      text: 'お支払いが届き、確認を行っています。ご質問は販売者にお問い合わせください。',
    },
    refunded: {
      title: '返金されました',
      text: '販売者がこのお支払いを返金しました。届いていない場合は、販売者にお問い合わせください。',
    },
    cancelled: {
      title: 'この支払いリクエストは取り消されました',
      text: 'このアドレスには送金しないでください。',
    },
    disabled: {
      title: '現在受け付けていません',
      text: 'このアドレスは現在無効です。送金しないでください。',
    },
  },
} as const satisfies Strings;
