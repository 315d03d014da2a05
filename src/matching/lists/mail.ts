const split = (text: string) => text.trim().split(/\s+/);

/**
 * Mail providers of the public: a shared domain of these is no sign of a shared employer; typos of the first ones are
 * recognised.
 */
export const freeMailDomains = split(`
gmail.com googlemail.com yahoo.com hotmail.com outlook.com live.com msn.com icloud.com me.com mac.com aol.com mail.com email.com ymail.com rocketmail.com
yahoo.co.uk yahoo.fr yahoo.de yahoo.it yahoo.es yahoo.ca yahoo.com.br yahoo.co.in yahoo.in yahoo.co.jp yahoo.com.au yahoo.com.mx yahoo.com.ar
hotmail.co.uk hotmail.fr hotmail.de hotmail.it hotmail.es outlook.de outlook.fr outlook.es outlook.it live.co.uk live.fr live.nl live.de live.it
gmx.de gmx.net gmx.at gmx.ch gmx.com web.de t-online.de freenet.de arcor.de mail.de posteo.de mailbox.org online.de 1und1.de vodafone.de
orange.fr wanadoo.fr free.fr sfr.fr laposte.net neuf.fr numericable.fr bbox.fr libero.it virgilio.it alice.it tin.it tiscali.it hotmail.com.br uol.com.br bol.com.br terra.com.br ig.com.br
btinternet.com sky.com virginmedia.com ntlworld.com blueyonder.co.uk talktalk.net tiscali.co.uk
comcast.net verizon.net att.net sbcglobal.net bellsouth.net cox.net charter.net earthlink.net juno.com netzero.net optonline.net frontier.com windstream.net centurylink.net roadrunner.com rr.com
rogers.com shaw.ca sympatico.ca telus.net videotron.ca bell.net bigpond.com bigpond.net.au optusnet.com.au iinet.net.au xtra.co.nz
ziggo.nl kpnmail.nl planet.nl hetnet.nl home.nl xs4all.nl upcmail.nl chello.nl chello.at aon.at bluewin.ch hispeed.ch sunrise.ch telenet.be skynet.be proximus.be
wp.pl o2.pl onet.pl interia.pl gazeta.pl op.pl seznam.cz centrum.cz email.cz volny.cz azet.sk zoznam.sk freemail.hu citromail.hu
mail.ru yandex.ru yandex.com rambler.ru bk.ru list.ru inbox.ru ukr.net i.ua abv.bg
qq.com 163.com 126.com sina.com sohu.com foxmail.com yeah.net naver.com daum.net hanmail.net rediffmail.com walla.co.il
protonmail.com proton.me pm.me tutanota.com tuta.io zoho.com fastmail.com fastmail.fm hushmail.com hey.com inbox.com lycos.com
telia.com online.no spray.se comhem.se kolumbus.fi sapo.pt telefonica.net terra.es ono.com mail.bg docomo.ne.jp ezweb.ne.jp softbank.ne.jp
`);

/** Local parts that belong to an office, not to a person. */
export const roleAddresses = split(`
info contact sales support office admin administrator mail email hello hi team service services kontakt enquiries enquiry inquiries inquiry help helpdesk
billing accounts accounting accountspayable accountsreceivable finance invoice invoices rechnung buchhaltung hr jobs careers recruiting recruitment personal bewerbung
marketing press presse media pr webmaster postmaster hostmaster abuse noreply no-reply donotreply newsletter news orders order bestellung shop store
reception post zentrale verwaltung vertrieb einkauf purchasing procurement legal privacy datenschutz security it edv tech technical customerservice customercare kundenservice
commercial comercial ventas contacto contato informacion administracion direction accueil secretariat secretaria secretary info1 ufficio amministrazione vendite
reservations booking bookings hotel restaurant general feedback partner partners
frontdesk desk receptionist contactus customersupport dispatch membership members registrar admissions library payroll quotes events tickets donations volunteers staff
studio clinic practice surgery school church parish council club committee management
sekretariat empfang praxis kanzlei anfrage anfragen bestellungen auftrag lager werkstatt schule pfarramt gemeinde rathaus leitung kundendienst vorstand redaktion buero
comptabilite facturation commandes achats serviceclient boutique mairie cabinet courrier reservation
contabilidad pedidos facturacion compras recepcion atencion clientes soporte reservas tienda oficina gerencia geral financeiro atendimento vendas loja encomendas
segreteria contabilita ordini acquisti commerciale assistenza direzione prenotazioni negozio
administratie receptie verkoop inkoop boekhouding facturen secretariaat klantenservice
kundservice kundeservice ekonomi faktura firmapost salg kontor regnskap toimisto myynti asiakaspalvelu laskutus
biuro recepcja ksiegowosc kancelaria obsluga sklep zamowienia faktury kadry podatelna obchod prodej fakturace objednavky iroda titkarsag ugyfelszolgalat
bilgi iletisim satis muhasebe destek priemnaya buh zakaz sekretar prodazhi
`);

/** Local parts, or the beginning of them, of a household's mailbox. */
export const householdAddresses = split(`
family familie famille familia famiglia familien familj perhe rodzina rodina csalad aile ailesi obitelj porodica
household haushalt wir home thefamily
`);

/** Providers that ignore dots in the local part. */
export const dotlessDomains: ReadonlySet<string> = new Set(['gmail.com']);

/** One mailbox under several domains. */
export const sameProvider: ReadonlyMap<string, string> = new Map([
  ['googlemail.com', 'gmail.com'],
  ['pm.me', 'proton.me'],
  ['protonmail.com', 'proton.me'],
  ['protonmail.ch', 'proton.me'],
  ['me.com', 'icloud.com'],
  ['mac.com', 'icloud.com'],
  ['ya.ru', 'yandex.ru'],
  ['yandex.com', 'yandex.ru'],
]);
