/** Cities under their names in several languages, folded; the first is used for comparison. */
export const exonyms: readonly (readonly string[])[] = `
munchen|munich|muenchen|monaco di baviera|monachium
koln|cologne|koeln|colonia|keulen
wien|vienna|vienne|viena|wieden|becs
nurnberg|nuremberg|nuernberg|norimberga
hannover|hanover|hanovre
frankfurt am main|frankfurt main|frankfurt a main|francoforte
braunschweig|brunswick
aachen|aix la chapelle|aken
zurich|zuerich|zurigo
geneve|geneva|genf|ginevra
basel|basle|bale|basilea
bern|berne|berna
luzern|lucerne
bruxelles|brussels|brussel|brussel bruxelles|brussels bruxelles|brussel stad
antwerpen|antwerp|anvers
gent|ghent|gand
brugge|bruges
liege|luik|luttich
den haag|the hague|s gravenhage|la haye|sgravenhage
lisboa|lisbon|lissabon|lisbonne
porto|oporto
roma|rome|rom
milano|milan|mailand
torino|turin
firenze|florence|florenz
venezia|venice|venedig|venise
napoli|naples|neapel
genova|genoa|genua|genes
bologna|bologne
padova|padua
sevilla|seville
zaragoza|saragossa
a coruna|la coruna|corunna
paris|parigi|pariz
lyon|lyons
marseille|marseilles|marsiglia
strasbourg|strassburg|strasburgo
praha|prague|prag|praga
warszawa|warsaw|warschau|varsovie
krakow|cracow|krakau
gdansk|danzig
wroclaw|breslau
budapest|boedapest
bucuresti|bucharest|bukarest
beograd|belgrade|belgrad
athina|athens|athen|athenes|athinai
thessaloniki|salonica|saloniki
istanbul|constantinople
moskva|moscow|moskau|moscou
sankt peterburg|saint petersburg|st petersburg|petersburg|saint peterburg|sankt petersburg
kyiv|kiev|kiew|kyyiv
lviv|lvov|lemberg|lwow
odesa|odessa
kobenhavn|copenhagen|kopenhagen|copenhague|koebenhavn
goteborg|gothenburg|goeteborg
helsinki|helsingfors
london|londres|londra|londen
edinburgh|edimbourg
dublin|baile atha cliath
new york|new york city|nyc|ny|nueva york
los angeles|la
san francisco|sf
washington|washington dc|washington d c
ciudad de mexico|mexico city|mexico df|cdmx|mexico d f
sao paulo|san pablo
rio de janeiro|rio
beijing|peking|pekin
guangzhou|canton
mumbai|bombay
kolkata|calcutta
chennai|madras
bengaluru|bangalore
ho chi minh city|saigon|ho chi minh
al qahirah|cairo|kairo|le caire
al iskandariyah|alexandria
tokyo|tokio
seoul|soul
montreal
quebec|quebec city|ville de quebec
`
  .trim()
  .split('\n')
  .map((line) => line.split('|'));

/** Words that many cities share: a city is not found by them alone. */
export const commonCityWords: readonly string[] = `
new old north south east west northern southern upper lower great greater little big grand bad san santa santo sao st saint mt ft port lake lakes city town village park
hills hill beach heights springs spring falls grove valley river creek bay island islands point forest wood woods field fields green white black red rock
los las la le les el al de del des du di da do dos das der die den am an im in on upon under bei sur sous en of the and y e
villa ville ciudad nova nueva nuevo novo nouveau neu neuf alt ober unter gross klein
`
  .trim()
  .split(/\s+/);
