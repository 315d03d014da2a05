/**
 * Words of street addresses in several languages, folded. Each line: the form that is compared and the spellings that
 * stand for it.
 */
const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));

/** Kinds of streets: they say little, and are often left out or mistaken for one another. */
export const streetKinds: readonly (readonly string[])[] = lines(`
st street str strt strasse straat stree saint sankt sainte ste
ave avenue av aven avenu avnue avda avenida avinguda aveneu
rd road
blvd boulevard boul bd blv bvd bulevar bulvar boulevarde
dr drive drv driv
ln lane la
ct court crt
pl place platz plaza plz plac plads plein piazza praca pza place
sq square sqr
ter terrace terr terrasse
pkwy parkway pky parkwy
hwy highway highwy
cir circle circ crcl
crescent cres cr
way wy weg
trl trail tr
aly alley allee ally aleja aleje al
cl close
garden gdns gardens gdn
grove gr grv
rue r
chemin ch chem
quai
impasse imp
cours
route rte
calle c cll
carrer
paseo pso passeig
camino cno
carretera ctra
via v
viale vle
corso cso
vicolo
largo lgo
rua
travessa trav
ul ulica ulitsa ulitza
pr prospekt prosp
per pereulok
gasse g gassl
ring
damm
ufer
steig
gade
vej
vagen vag
gatan gata gt gate
katu
tie
utca u
ut
cad caddesi cadde cd
sok sokak sk
laan
gracht
jalan jl jln
lorong
marg
nagar
expy expressway expwy
fwy freeway frwy
tpke turnpike
pike
row
mews
walk
heights hts hgts
arcade arc
bayou byu bayoo
beach bch
bend bnd
bluff blf bluf bluffs blfs
bottom btm bottm
branch br brnch
bridge brg brdge
brook brk brooks brks
burg bg burgs
bypass byp bypa byps
camp cp cmp
canyon cyn canyn cnyn
cape cpe
causeway cswy causwa
center ctr centre cntr cent centers ctrs
cliff clf cliffs clfs
club clb
common cmn commons cmns
corner cor corners cors
cove cv coves cvs
creek crk
crest crst
curve curv
dale dl
dam dm
divide div dv dvd
estate estates ests
extension ext extn extnsn
falls fls
ferry fry frry
field fld fields flds
flats flts flt
ford frd fords frds
forest frst forests
forge frg forg
fork frk forks frks
fort ft frt
gateway gtwy gatewy gatway
glen gln glens glns
green grn greens grns
harbor hbr harbour harb harbr
haven hvn
inlet inlt
island is islnd islands iss islnds
isle isles
junction jct jction jctn junctn jcts
key ky keys kys
knoll knl knol knolls knls
lake lk lakes lks
landing lndg lndng
light lgt lights lgts
loaf lf
lock lck locks lcks
lodge ldg lodg ldge
loop loops
manor mnr manors mnrs
meadow mdw meadows mdws medows
mill ml mills mls
mission msn missn mssn
motorway mtwy
mount mt mnt
mountain mtn mntain mntn mtns
neck nck
orchard orch orchrd
oval ovl
overpass opas
park prk parks
passage psge
pine pne pines pnes
plain pln plains plns
port prt ports prts
prairie prr
radial radl rad
ranch rnch ranches rnchs
rapids rpds rapid rpd
rest rst
river riv rvr rivr
shoal shl shoals shls
shore shr shores shrs shoar
spring spg sprng springs spgs sprngs
spur spurs
station sta stn statn
stravenue stra strav
stream strm streme
summit smt sumit sumitt
throughway trwy
trace trce traces
track trak trk trks tracks
trafficway trfy
tunnel tunl tunel tunnl
union un unions uns
valley vly vally vlly valleys vlys
viaduct vdct viadct
village vlg vill villag villages vlgs
ville vl
vista vis vst vsta
well wl wells wls
hill hl
view vw
crossing xing crssng
point pt
ridge rdg
hollow holw
`);

/** Points of the compass. */
export const directions: readonly (readonly string[])[] = lines(`
n north nord norte norra
s south sud sur sul sodra
e east est este ost ostra
w west oest ouest oeste vastra
ne northeast
nw northwest
se southeast
sw southwest
`);

/** Words before the number of a part of a building. */
export const unitWords: readonly string[] = `
apt apartment apartamento appartement appartamento unit suite flat fl floor flr room rm bldg building lot spc space trlr trailer hngr hangar dept stop slip pier no number nr num
wohnung whg etage og stock stiege top piso puerta dpto depto planta interno int scala bte boite etg batiment bat kv kvartira apto ap appt app apartament lgh byt ajto daire office ofc shop level lvl penthouse ph
`
  .trim()
  .split(/\s+/);

/** Post boxes: the box number stands for the house number. */
export const postBoxes: readonly string[] = [
  'pobox',
  'po box',
  'p o box',
  'post office box',
  'postal box',
  'postfach',
  'postbus',
  'postboks',
  'apartado',
  'apartado postal',
  'apartado de correos',
  'b p',
  'skrytka pocztowa',
  'apdo',
  'casilla',
  'caixa postal',
  'casella postale',
  'boite postale',
  'bp',
  'gpo box',
  'locked bag',
  'private bag',
  'skr poczt',
];

/** Words that join. */
export const streetStopWords: readonly string[] =
  'the of and de del della dei da do dos das di du des la le les los las el der die das den dem am an im in zum zur van'.split(
    ' ',
  );
