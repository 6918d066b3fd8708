// Turkish texts of the hosted pages. Used by strings.ts alone.
import type { Strings } from '../strings-type.ts';

export default {
  payment: 'Ödeme',
  testNetwork: 'Test ağı: yalnızca test parası gönderin',
  sendExactly: 'Tam olarak gönderin',
  sendRemaining: 'Kalan tutarı gönderin',
  sendAny: 'İstediğiniz tutarı gönderin:',
  language: 'Dil',
  merchant: 'Satıcı',
  contact: 'İletişim',
  rate: 'Kur',
  price: 'Fiyat',
  amount: 'Tutar',
  network: 'Ağ',
  created: 'Oluşturulma',
  payBefore: 'Son ödeme',
  expired: 'Süresi doldu',
  timeLeft: '{time} kaldı',
  oneMinuteLeft: 'Ödeme için bir dakika kaldı',
  openInWallet: 'Cüzdanda aç',
  qrLabel: 'Ödeme isteğinin QR kodu: {target}',
  address: 'Adres',
  copy: 'Kopyala',
  copyAddress: 'Adresi kopyala',
  copyAmount: 'Tutarı kopyala',
  copyTag: 'Kopyala: {name}',
  copied: 'Kopyalandı',
  copyFailed: 'Kopyalanamadı. Lütfen metni seçip kopyalayın.',
  onlyThisCoin:
    'Yalnızca {currency} ve yalnızca {network} ağı üzerinden gönderin. Başka gönderimler kaybolabilir.',
  exchangeFee:
    'Bir borsadan mı ödüyorsunuz? Birçok borsa ücretini gönderilen tutardan keser. {amount} tutarının eksiksiz ulaştığından emin olun.',
  tagNeeded:
    'Bu değer ({name}) olmadan ödemeniz eşleştirilemez. Cüzdanınıza tam gösterildiği gibi girin.',
  received: 'Alınan',
  remaining: 'Kalan',
  confirmations: { other: 'Onay: {seen} / {needed}' },
  confirmed: 'Onaylandı',
  transactions: 'İşlemler',
  viewTransaction: '{txid} işlemini görüntüle',
  returnTo: '{host} sitesine dön',
  redirecting: 'Birkaç saniye içinde {host} sitesine döneceksiniz.',
  refresh: 'Yenile',
  connectionLost: 'Bağlantı kesildi. Yeniden deneniyor; ödemeniz bundan etkilenmez.',
  channelReady: {
    title: 'Ödemenize hazır',
    text: 'Bu adrese yapılan ödemeler otomatik olarak algılanır. Adresi birden fazla kez kullanabilirsiniz.',
  },
  underpaidExpired: {
    title: 'Tutar eksik',
    text: 'Süre dolmadan tutarın yalnızca bir kısmı ulaştı. Lütfen başka bir şey göndermeyin; gönderilmiş {currency} kaydedildi, satıcı konuyu sizinle çözecek.',
  },
  notFound: {
    title: 'Burada bir ödeme yok',
    text: 'Lütfen bu sayfanın adresini kontrol edin veya satıcıdan yeni bir bağlantı isteyin.',
  },
  tooManyRequests: {
    title: 'Çok fazla istek',
    text: 'Bu sayfa çok sık yüklendi. Birazdan kendiliğinden yeniden deneyecek; ödemeniz bundan etkilenmez.',
  },
  unavailable: {
    title: 'Bu sayfa şu anda kullanılamıyor',
    text: 'Kendiliğinden yeniden deneyecek. Ödeme yaptıysanız ödemeniz bundan etkilenmez.',
  },
  subscription: {
    interval: 'Ödeme aralığı',
    nextFrom: 'Sonraki dönemin başlangıcı',
    payWith: '{coin} ile öde',
    viewPayment: 'Ödemeyi görüntüle',
    choose: {
      title: 'Nasıl ödeyeceğinizi seçin',
      text: 'Bir kripto para seçin. Kur, seçtiğiniz anda sabitlenir ve kısa bir süre geçerlidir.',
    },
    started: {
      title: 'Bir ödeme başlatılmış',
      text: 'Yeniden ödemeden önce lütfen ona bakın.',
    },
    paid: {
      title: 'Bu dönem ödendi',
      text: 'Teşekkürler. Şu anda ödenecek bir şey yok; sonraki ödeme için size e-posta gönderilecek.',
    },
    ended: {
      title: 'Bu abonelik sona erdi',
      text: 'Burada artık ödenecek bir şey yok.',
    },
  },
  till: {
    status: 'Durum',
    works: {
      title: 'Her şey çalışıyor',
      text: 'Ödemeler görülüyor, çıkışlar gönderiliyor ve bildirimler iletiliyor.',
    },
    delayed: {
      title: 'Bazı işlemler daha uzun sürüyor',
      text: 'Gecikenler kendiliğinden tamamlanır. Hiçbir ödeme kaybolmaz.',
    },
    disturbed: {
      title: 'Hizmette sorun var',
      text: 'Bu sırada gönderilen ödemeler sonradan hesaba geçer. Lütfen daha sonra yeniden deneyin.',
    },
    payments: 'Ödemeler',
    payouts: 'Çıkışlar',
    rates: 'Döviz kurları',
    callbacks: 'Bildirimler',
    standing: {
      up: 'çalışıyor',
      delayed: 'gecikmeli',
      paused: 'duraklatıldı',
      down: 'kullanılamıyor',
    },
    asOf: 'Güncelleme',
  },
  refund: {
    title: 'İade',
    fees: 'Ücretler',
    status: 'Durum',
    prepared: 'Hazırlanıyor',
    failed: 'Gönderilmedi',
    onItsWay: 'Yolda',
    confirmed: 'Onaylandı',
    withMerchant: 'Satıcıda',
    to: 'Alıcı adres',
    transaction: 'İşlem',
    copyTxid: 'İşlem kimliğini kopyala',
    excess: 'Fazla ödediğiniz tutar size iade edilir.',
    askMerchant: 'Bu tutar sizin için satıcıda duruyor. Nasıl alacağınızı satıcıya sorun.',
    askWhy: 'Bu iade gönderilemedi. Lütfen satıcıyla iletişime geçin.',
    notSent: {
      title: 'İadeniz satıcıda',
      text: 'Paranız satıcıda ve henüz bir adrese gönderilmedi. Nasıl alacağınızı satıcıya sorun.',
    },
  },
  status: {
    waiting: { title: 'Ödemeniz bekleniyor', text: 'Ödeme otomatik olarak algılanır.' },
    underpaid: {
      title: 'Ödemenin bir kısmı ulaştı',
      text: 'Lütfen kalan tutarı aynı adrese gönderin.',
    },
    confirming: {
      title: 'Ödeme görüldü',
      text: 'Ağ tarafından onaylanıyor. Başka bir şey yapmanıza gerek yok.',
    },
    paid: { title: 'Ödeme tamamlandı', text: 'Teşekkürler. Ödemeniz onaylandı.' },
    overpaid: {
      title: 'Gerekenden fazla ödediniz',
      text: 'Ödemeniz ulaştı. Satıcı farktan haberdar ve konuyu sizinle çözecek.',
    },
    late: {
      title: 'Ödeme geç ulaştı',
      text: 'Ödemeniz süre dolduktan sonra ulaştı. Kaydedildi, satıcı konuyu sizinle çözecek.',
    },
    expired: {
      title: 'Bu ödeme isteğinin süresi doldu',
      text: 'Lütfen bu adrese artık bir şey göndermeyin. Ödeme yaptıysanız ödemeniz burada yine de tanınır.',
    },
    on_hold: {
      title: 'Ödeme inceleniyor',
      text: 'Ödemeniz ulaştı ve inceleniyor. Sorularınız için lütfen satıcıyla iletişime geçin.',
    },
    refunded: {
      title: 'Ödeme iade edildi',
      text: 'Satıcı bu ödemeyi iade etti. Size ulaşmadıysa lütfen satıcıyla iletişime geçin.',
    },
    cancelled: {
      title: 'Bu ödeme isteği iptal edildi',
      text: 'Lütfen bu adrese bir şey göndermeyin.',
    },
    disabled: {
      title: 'Ödeme kabul edilmiyor',
      text: 'Bu adres şu anda kapalı. Lütfen bu adrese bir şey göndermeyin.',
    },
  },
} as const satisfies Strings;
