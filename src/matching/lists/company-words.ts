const split = (text: string) => text.trim().split(/\s+/);
const lines = (text: string) => text.trim().split('\n');

/**
 * Legal forms by country, each line one form: `code: spelling | spelling`, spellings folded, dots gone (`g.m.b.h.` is `gmbh`). Forms of one kind in one language
 * share a code, so that "Ltd" and "Limited" are one and "Inc" and "LLC" are not.
 */
export const legalForms: readonly string[] = lines(`
ltd: ltd | limited | ltd co | co ltd | company limited | ltd company | pty ltd | pty limited | proprietary limited | pvt ltd | pvt limited | private limited | pte ltd | pte limited | private ltd | sdn bhd | pty | pvt | pte | limited company
plc: plc | public limited company | public limited | public ltd co
inc: inc | incorporated | corp | corporation | inc corp
llc: llc | limited liability company | limited liability co | ltd liability co | lc | pllc
lp: lp | limited partnership | lllp
llp: llp | limited liability partnership
co: co | company | and co | and company | cos
dba: dba
pc: pc | professional corporation | pa | chartered | chtd
na: na | national association
gmbh: gmbh | gesellschaft mit beschrankter haftung | ges m b h | mbh | gesmbh | ggmbh | gemeinnutzige gmbh | gesellschaft m b h
ug: ug | ug haftungsbeschrankt | unternehmergesellschaft | unternehmergesellschaft haftungsbeschrankt
ag: ag | aktiengesellschaft
kg: kg | kommanditgesellschaft | gmbh and co kg | gmbh co kg | ag and co kg | ug and co kg | gmbh and co | gmbh und co kg | and co kg | co kg | und co kg
kgaa: kgaa | kommanditgesellschaft auf aktien | gmbh and co kgaa | se and co kgaa | ag and co kgaa
ohg: ohg | offene handelsgesellschaft | og
gbr: gbr | gesellschaft burgerlichen rechts
eg: eg | eingetragene genossenschaft | genossenschaft
ev: e v | ev | eingetragener verein
ek: e k | ek | e kfm | e kfr | eingetragener kaufmann | inh
se: se | societas europaea
sa: sa | societe anonyme | sociedad anonima | sociedade anonima | societate pe actiuni | sociedad anonima de capital variable | sa de cv | sab de cv | sab | sociedad anonima bursatil | s a c | sac | saa | saic | sau | sociedad anonima unipersonal | sa nv
sarl: sarl | societe a responsabilite limitee | sarlu | eurl | s a r l | gmbh sarl
sas: sas | societe par actions simplifiee | sasu | sociedad por acciones simplificada
snc: snc | societe en nom collectif | societa in nome collettivo
sci: sci | societe civile immobiliere
sl: sl | sociedad limitada | slu | sociedad de responsabilidad limitada | s de rl | s de rl de cv | srl de cv | sociedad limitada unipersonal
spa: spa | societa per azioni | sociedad por acciones
srl: srl | societa a responsabilita limitata | societate cu raspundere limitata | srls | societa a responsabilita limitata semplificata
sapa: sapa
coop: scarl | scrl | societa cooperativa | cooperativa | coop | soc coop | scoop
ltda: ltda | limitada | lda | me | eireli | epp | ltda me
sade: scs | sca | secs
bv: bv | besloten vennootschap | bvba | b v b a | bv cv | besloten vennootschap met beperkte aansprakelijkheid | besloten vennootschap met beperkte aansprakelijheid
nv: nv | naamloze vennootschap
vof: vof | v o f | vennootschap onder firma
asbl: asbl | vzw
ab: ab | aktiebolag | ab publ | aktiebolaget
hb: hb | handelsbolag | kb | kommanditbolag
as: as | a s | aksjeselskap | aktieselskab | asa | allmennaksjeselskap | akciova spolecnost | akciova spolocnost | anonim sirketi | anonim sirket
aps: aps | anpartsselskab
is: i s | ks | amba
oy: oy | osakeyhtio | oyj | oy ab | julkinen osakeyhtio
ou: ou | osauhing
sia: sia | sabiedriba ar ierobezotu atbildibu
uab: uab | uzdaroji akcine bendrove
hf: hf | ehf
spzoo: sp z o o | sp zoo | sp z oo | spzoo | spolka z ograniczona odpowiedzialnoscia | sp z o o sp k | spolka z o o
spk: sp k | spk | spolka komandytowa | sp j | spj | spolka jawna
sro: sro | s r o | spol s r o | spol sro | spolecnost s rucenim omezenym | spolocnost s rucenim obmedzenym
kft: kft | korlatolt felelossegu tarsasag | bt | zrt | nyrt | rt | reszvenytarsasag
doo: doo | d o o | drustvo s ogranicenom odgovornoscu | dd | d d | ad | a d
ood: ood | eood | ead | druzhestvo s ogranichena otgovornost
ooo: ooo | obshchestvo s ogranichennoy otvetstvennostyu | obshchestvo s ogranichennoi otvetstvennostyu | tov | too
ao: ao | oao | zao | pao | pjsc | ojsc | cjsc | jsc | aktsionernoe obshchestvo | aktsionernoye obshchestvo | joint stock company | public joint stock company | open joint stock company | closed joint stock company | psc | qsc | pat | prat | zat | vat
gp: fgup | gup | federal state unitary enterprise
ae: ae | a e | epe | e p e | ike | anonimi etaireia
asti: ltd sti | limited sirketi | sti
kk: kk | k k | kabushiki kaisha | kabushikigaisha | kabushiki gaisha | gk | godo kaisha | yk | yugen kaisha
ybg: yugengongsi | youxian gongsi | youxiangongsi | gufen youxian gongsi
hk: jusik hoesa | jusikhoesa
pt: pt | tbk | pt tbk | perseroan terbatas | cv
bhd: bhd | berhad
jscv: cong ty | cong ty co phan | tnhh | jsc vn
pcl: pcl | public company limited | public co ltd
wll: wll | w l l | fze | fzco | fz llc | fzc | dmcc | spc
ltdsa: close corporation | soc ltd | rf
trust: stiftung | fondation | fundacion | fondazione | stichting
`);

/** Words that join or introduce: next to no weight. */
export const companyStopWords = split(`
the and und et e y i og och en of for fur pour para per de des du del della dell di da do dos das la le les el los las il lo gli der die das den dem van von zu zum zur am im in on at by a an d l
`);

/** Words that thousands of companies bear, in several languages: little weight, and no way to find a company by. */
export const commonCompanyWords = split(`
group groupe gruppe grupo gruppo holding holdings international internacional internationale internazionale global worldwide world national nacional american europe european asia
services service servicios servizi dienst dienste dienstleistungen solutions solution losungen soluciones consulting consultants consultancy consultores consultoria beratung conseil advisors advisory
management systems system systeme sistemas technologies technology technologie tecnologia tecnologias tech software digital data network networks communications communication telecom media
industries industry industrie industria industrial industriel manufacturing produktion production productions products product produkte productos engineering engineers ingenieria ingenieurburo technik
trading trade traders handel handels handelsgesellschaft comercial comercio commerce commercial import export distribution distributors distribuidora vertrieb vertriebs supply supplies wholesale retail sales
enterprises enterprise entreprise empresa empresas impresa unternehmen business businesses company companies firma kompanija kompaniya
construction constructions construcciones costruzioni bau builders building contractors contracting development developments developers design designs studio studios
partners partner partnership associates association associated verein verband federation foundation institute institut instituto society council committee centre center zentrum centro
bank banque banco banca banking financial finance finances finanz capital investment investments investors invest asset assets fund funds equity ventures venture insurance assurance versicherung seguros
real estate property properties immobilien immobiliere immobiliaria inmobiliaria realty homes home house housing
health healthcare medical medizin clinic clinica klinik hospital hospitals pharma pharmaceutical pharmaceuticals pharmacy dental care
food foods restaurant restaurants ristorante cafe bar grill hotel hotels catering travel tours
auto automotive motors motor cars car transport transportation transports logistics logistik logistica shipping freight spedition marine maritime airlines air aviation
energy energie energia power electric electrical electronics electronic elektro oil gas petroleum water solar environmental
mining metals steel chemical chemicals chemie plastics plastic paper packaging machinery maschinenbau tools equipment materials
security marketing advertising agency agencies agentur agence agencia events entertainment publishing press print printing verlag
school schools college university universitat universidad universite academy education training learning
law legal attorneys lawyers rechtsanwalte abogados notaires accounting accountants tax steuerberater audit
shop shops store stores market markets mart fashion jewelry jewellers furniture mobel garden farm farms
church club sports sport fitness beauty salon hair spa
research laboratory laboratories lab labs science sciences scientific bio biotech
general first new united royal premier quality professional express direct city metro central
north south east west northern southern eastern western
brothers sons son fils hijos figli sohne gebruder bros
`);

/** Short forms to the words they stand for. */
export const companyAbbreviations: ReadonlyMap<string, string> = new Map(
  lines(`
intl international
int international
internatl international
natl national
mfg manufacturing
mfrs manufacturing
svc service
svcs services
serv services
sys systems
tech technology
technol technology
techn technology
mgmt management
mgt management
assoc associates
assocs associates
assn association
bros brothers
ind industries
inds industries
indus industries
eng engineering
engr engineering
engg engineering
constr construction
const construction
dev development
devel development
dept department
dist distribution
distr distribution
ent enterprises
entpr enterprises
grp group
gp group
hldg holding
hldgs holdings
inst institute
ins insurance
inv investments
invs investments
invt investments
labs laboratories
lab laboratories
mkt market
mktg marketing
comm communications
comms communications
commun communications
pharm pharmaceuticals
pharma pharmaceuticals
prod products
prods products
prop properties
props properties
pub publishing
rest restaurant
rr railroad
rwy railway
ry railway
sch school
soc society
sol solutions
tel telephone
transp transportation
trans transportation
univ university
uni university
ctr center
centre center
cntr center
hosp hospital
elec electric
elect electric
equip equipment
fin financial
fdn foundation
found foundation
gen general
govt government
labour labor
org organization
organisation organization
ges gesellschaft
gebr gebruder
cia compania
mt mount
st saint
ste sainte
ft fort
amer american
am american
us usa
`).map((line) => line.split(' ') as [string, string]),
);

/** Places that tell branches apart: countries, and the largest cities. */
export const places = split(`
usa america uk england britain scotland wales ireland france germany deutschland spain espana italy italia portugal netherlands nederland holland belgium belgie belgique switzerland schweiz suisse austria
osterreich poland polska sweden sverige norway norge denmark danmark finland suomi iceland russia russland ukraine turkey turkiye greece hellas hungary magyarorszag czech czechia slovakia slovenia croatia serbia
romania bulgaria canada mexico brazil brasil argentina chile colombia peru venezuela ecuador uruguay china hongkong taiwan japan korea india indonesia malaysia singapore thailand vietnam philippines
pakistan bangladesh australia zealand africa egypt nigeria kenya morocco maroc tunisia algeria israel emirates dubai qatar kuwait saudi arabia iran iraq lebanon jordan luxembourg
estonia latvia lithuania cyprus malta
london paris berlin madrid barcelona rome roma milan milano munich munchen hamburg frankfurt cologne koln dusseldorf stuttgart vienna wien zurich geneva geneve brussels bruxelles amsterdam rotterdam
lisbon lisboa dublin edinburgh glasgow manchester birmingham leeds liverpool bristol copenhagen stockholm oslo helsinki warsaw warszawa prague praha budapest bucharest athens istanbul moscow
york boston chicago angeles francisco houston dallas austin miami atlanta seattle denver phoenix philadelphia washington detroit toronto montreal vancouver sydney melbourne brisbane perth auckland
tokyo osaka beijing shanghai shenzhen mumbai delhi bangalore california texas florida illinois ohio georgia virginia carolina jersey michigan
europe asia pacific emea apac latin
`);
