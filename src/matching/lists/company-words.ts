const split = (text: string) => text.trim().split(/\s+/);
const lines = (text: string) => text.trim().split('\n');

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

/** Names of several words that are one word elsewhere. */
export const companyPhrases: readonly (readonly [string, string])[] = lines(`
united states of america = usa
united states = usa
united kingdom = uk
great britain = uk
peoples republic of china = china
republic of korea = korea
south korea = korea
russian federation = russia
united arab emirates = uae
hong kong = hongkong
new zealand = zealand
saint petersburg = petersburg
st petersburg = petersburg
sao paulo = saopaulo
los angeles = angeles
san francisco = francisco
new york city = york
new york = york
`).map((line) => line.split(' = ') as [string, string]);

/** Places that tell branches apart: countries, and the largest cities. */
export const places = split(`
usa america uk uae england britain scotland wales ireland france germany deutschland spain espana italy italia portugal netherlands nederland holland belgium belgie belgique switzerland schweiz suisse austria
osterreich poland polska sweden sverige norway norge denmark danmark finland suomi iceland russia russland ukraine turkey turkiye greece hellas hungary magyarorszag czech czechia slovakia slovenia croatia serbia
romania bulgaria canada mexico brazil brasil argentina chile colombia peru venezuela ecuador uruguay china hongkong taiwan japan korea india indonesia malaysia singapore thailand vietnam philippines
pakistan bangladesh australia zealand africa egypt nigeria kenya morocco maroc tunisia algeria israel emirates dubai qatar kuwait saudi arabia iran iraq lebanon jordan luxembourg
estonia latvia lithuania cyprus malta
london paris berlin madrid barcelona rome roma milan milano munich munchen hamburg frankfurt cologne koln dusseldorf stuttgart vienna wien zurich geneva geneve brussels bruxelles amsterdam rotterdam
lisbon lisboa dublin edinburgh glasgow manchester birmingham leeds liverpool bristol copenhagen stockholm oslo helsinki warsaw warszawa prague praha budapest bucharest athens istanbul moscow
york petersburg saopaulo boston chicago angeles francisco houston dallas austin miami atlanta seattle denver phoenix philadelphia washington detroit toronto montreal vancouver sydney melbourne brisbane perth auckland
tokyo osaka beijing shanghai shenzhen mumbai delhi bangalore california texas florida illinois ohio georgia virginia carolina jersey michigan
europe asia pacific emea apac latin
`);
