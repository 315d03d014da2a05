import { writtenGivenNames } from './written-names.js';

/**
 * Given names and the short, pet and sister forms that the same person may go by, arranged by language: `name: form
 * form ...`. Within a line every form stands for every other; a form may stand in several lines ("alex"). Spelled as
 * folded: lower-case ASCII.
 */
const english = `
aaron: ron ronnie
abigail: abby abbie gail
abraham: abe bram
adelaide: addie ada della
agnes: aggie nessie nessa
albert: al bert bertie
alexander: alex al alec sandy xander lex sasha alasdair
alexandra: alex sandra sandy lexi sasha alix
alfred: al alf fred freddie alfie
alice: allie ally alicia
alison: ali allie ally
amanda: mandy manda
amelia: amy millie emily mel
andrea: andi drea andie
andrew: andy drew
angela: angie ange
ann: anna anne annie nan nancy hannah
anthony: tony antony ant
antoinette: toni nettie
archibald: archie baldie
arthur: art artie
barbara: barb babs barbie bobbie
barnabas: barney barnaby
bartholomew: bart barty
beatrice: bea trixie bee
benjamin: ben benny benji benjy
bernard: bernie barney
bernadette: bernie detta
bertram: bert bertie
beverly: bev
bradley: brad
brenda: bren
bridget: biddy bridie brigid
calvin: cal
cameron: cam
caroline: carrie caro carol lina
cassandra: cass cassie sandra sandy
catherine: kate katie kathy cathy cat kitty kay kath katherine kathryn catharine kathleen katharine kit
cecilia: cissy celia cecily sissy
charles: charlie chuck chas chip chaz
charlotte: charlie lottie lotte char
chester: chet
christian: chris
christina: chris tina chrissy christy christine kirsty kristina kirsten krissy
christopher: chris kit topher christof
clara: clare claire
clarence: clar clary
clifford: cliff
clinton: clint
constance: connie
cornelius: neil con corny
curtis: curt
cynthia: cindy cyndi
daniel: dan danny
daniela: dani
danielle: dani danni
david: dave davey davy
deborah: deb debbie debby debra
delbert: del bert
dennis: den denny
desmond: des dez
diana: di diane dianne
dominic: dom nick
donald: don donnie donny
dorothy: dot dottie dolly dora dorothea thea
douglas: doug dougie
duncan: dunc
edgar: ed eddie
edmund: ed eddie ned ted
edward: ed eddie ned ted teddy eddy
edwin: ed eddie ned
eleanor: ellie nell nellie nora ella elinor lenore
elijah: eli lige
elizabeth: liz lizzie lizzy beth betty bess bessie betsy eliza elsie libby lisa elisabeth lisbeth lilibet betty liza lily bettie ellie
ellen: nell nellie helen
emily: em emmy millie
emma: em emmy
ernest: ernie
esther: essie hester
eugene: gene
evelyn: eve evie
ezekiel: zeke
ezra: ez
florence: flo florrie flossie
frances: fran francie fanny frankie franny
francis: frank frankie fran franky
franklin: frank frankie
frederick: fred freddie freddy rick fritz fredrick frederic
gabriel: gabe
gabrielle: gabby gaby
gareth: gary gaz
geoffrey: geoff jeff jeffrey
george: georgie
georgina: georgie gina
gerald: gerry jerry
geraldine: gerry geri
gerard: gerry jerry
gilbert: gil bert
gordon: gordy
grace: gracie
graham: gray
gregory: greg gregg
gwendolyn: gwen wendy
harold: harry hal
harriet: hattie harry
helen: nell nellie lena nelly
henrietta: hettie etta hattie
henry: harry hank hal
herbert: herb bert herbie
herman: hermie
hilary: hil
horace: horry
howard: howie
hubert: bert hugh hubie
hugh: hughie huey hugo
humphrey: humph
ian: iain
irene: rene renie
isaac: ike zac
isabella: bella izzy isabel isabelle belle ibby isobel tibbie
isaiah: zay
isidore: izzy
jacob: jake jay
jacqueline: jackie jacqui jacky
james: jim jimmy jamie jem jas jimmie
jane: janie jenny jean janet
janet: jan jane
janice: jan
jasmine: jazz jas
jason: jay
jean: jeanie jeannie
jedidiah: jed
jefferson: jeff
jeffrey: jeff geoff
jennifer: jen jenny jenn jennie
jeremiah: jerry jem
jeremy: jerry jem jez
jerome: jerry
jessica: jess jessie
joan: joanie
joanna: jo joanne
john: johnny jack jon johnnie jock
jonathan: jon jonny nathan jonathon
jordan: jordy
joseph: joe joey jo jos
josephine: jo josie fina
joshua: josh
joyce: joy
judith: judy judi
julia: julie jules
julian: jules
june: junie
katrina: kat trina
keith: keithy
kenneth: ken kenny
kevin: kev
kimberly: kim kimmy
kristopher: kris
lancelot: lance
laura: laurie lori
lauren: laurie ren
laurence: larry laurie lawrence lorry
leah: lee
leonard: len lenny leo
leonora: nora leo
leroy: roy lee
leslie: les
lester: les
lewis: lew louis lou
lillian: lil lily lilly lillie
linda: lindy lyn
lindsay: linds
lorraine: lori rainey
louis: lou louie lewis
louise: lou lulu
lucas: luke
lucille: lucy
lucinda: lucy cindy
lucy: lucie
lydia: liddy
lynn: lyn lynne
madeline: maddie maddy madge madeleine
magdalena: maggie lena magda
malcolm: mal
marcus: mark marc
margaret: maggie meg peggy marge margie greta madge peg margo daisy rita meggie megan mags
marian: mary marion
marianne: mary ann
marilyn: mary lyn
marjorie: marge margie marjory
martha: marty mattie patty
martin: marty mart
martina: tina marti
mary: molly polly mae mamie may marie moll maria mollie
matilda: tilly mattie tilda maud
matthew: matt matty mat
maurice: morrie mo morris
maxine: max
maximilian: max
maxwell: max
melanie: mel
melinda: mel mindy linda
melissa: mel missy lissa
melvin: mel vin
mercedes: mercy sadie
meredith: merry
michael: mike mick mickey micky mikey mitch
michelle: shelly mickey chelle shell michele
mildred: millie milly
minerva: minnie
miranda: mandy randy
mitchell: mitch
miriam: mimi mitzi
montgomery: monty
mortimer: mort
morton: mort
moses: moe mose moss
nancy: nan nance
natalie: nat nattie
natasha: tasha nat
nathaniel: nat nate nathan
nathan: nat nate
nelson: nels
nicholas: nick nicky nico nic
nicola: nicky nikki
nicole: nicky nikki nic
nigel: nige
norbert: bert
norman: norm
octavia: tavia
oliver: ollie olly
olivia: liv livvy ollie
oscar: ozzie
oswald: oz ozzie
pamela: pam
patricia: pat patty tricia trish patsy patti
patrick: pat paddy rick
paul: paulie
paula: polly paulie
pauline: polly
penelope: penny
percival: percy
peter: pete
philip: phil pip phillip
philippa: pip pippa
phyllis: phyl
priscilla: cilla prissy
prudence: pru
rachel: rach rae
ralph: rafe
randall: randy randolph
raphael: rafe raph
raymond: ray
rebecca: becky becca beck
reginald: reg reggie rex
reuben: rube
richard: rick dick rich richie ricky rickie dickie
robert: bob rob bobby robbie bert bobbie robby robin
roberta: bobbie robbie berta
robin: rob
roderick: rod roddy rick
rodney: rod
roger: rodge
roland: rollie rolly
ronald: ron ronnie
rosalind: ros roz
rosemary: rose rosie romy
roxanne: roxy
rudolph: rudy
rupert: bert
russell: russ rusty
ruth: ruthie
sabrina: brina
sally: sal
samantha: sam sammy
samson: sam
samuel: sam sammy
sandra: sandy
sarah: sally sadie sal
sebastian: seb bastian baz
selina: lina
seymour: sy
shannon: shan
sharon: shaz shari
sheldon: shelly
shirley: shirl
sidney: sid syd
silvester: sly sylvester
simon: si
solomon: sol solly
sophia: sophie sophy
stanley: stan
stephanie: steph steffi stephie
stephen: steve stevie steven
stuart: stu stew stewart
susan: sue susie suzy susanna susannah suzanne sukie
sylvia: syl
tabitha: tabby
terence: terry
teresa: terry tess tessa theresa tracy
theodora: dora thea
theodore: ted teddy theo
thomas: tom tommy thom
timothy: tim timmy
tobias: toby
tracy: trace
valentine: val
valerie: val
vanessa: nessa
vernon: vern
veronica: ronnie roni
victor: vic
victoria: vicky vicki vikki tori
vincent: vince vinny vin
viola: vi
violet: vi
virgil: virge
virginia: ginny ginger
vivian: viv
wallace: wally
walter: walt wally wat
warren: wren
wesley: wes
wilbur: will
wilfred: wilf fred will
wilhelmina: mina minnie willa
william: bill will billy willy liam wm willie
winifred: winnie freda
winston: win winnie
yvonne: vonnie
zachary: zach zac zack zachariah
`;
const german = `
adelheid: heidi heide adele
albrecht: albert
alois: aloys lois
andreas: andi andy anderl
anneliese: anne liese annelie
antonia: toni
anton: toni
august: gustl
bernhard: bernd berni
brigitte: gitte gitta birgit
christoph: chris stoffel
dietrich: dieter dirk
dieter: didi
dorothea: dorle thea doris
eberhard: ebbo
elfriede: friedl elfi
elisabeth: elli lisa liesl lisbeth else elsa sissi bettina betti ilse liesel
ernst: erni
franz: franzl ferenc
franziska: franzi sissi fanny
friedrich: fritz fred friedel frieder
friederike: rike fritzi
gabriele: gabi gaby
georg: jorg schorsch jurgen juergen
gerhard: gerd gert gerdi hardy
gertrud: trudi traudl gerti trude gertraud
gottfried: friedl
gunther: gunter guenter guenther
hannelore: hanne lore hannah
heinrich: heinz heiner heini hein henrik
helene: leni lene
hermann: manni
hildegard: hilde hilda
ingeborg: inge
irmgard: irmi irma
jakob: jockel
johanna: hanna hanne jo
johannes: hans johann hannes jo jan hansi
joachim: achim jochen jo
josef: sepp jupp josl beppo
josefine: josi pepi
karl: carl kalle
katharina: kathi kati katja kathe nina trine
klaus: nikolaus claus
konrad: kurt conny
kornelia: conny nele
leonhard: leo hartl
ludwig: lutz wiggerl
luise: lulu
magdalena: lena leni magda
manfred: manni fredi
margarete: grete gretel greta margret gretchen marga
maria: mia mitzi marie mizzi
marianne: nanni
martin: mertin
matthias: mattes hias matze matz
maximilian: max maxi
michael: michi michel micha
monika: moni
nikolaus: niko klaus nick nikolas
otto: ottl
peter: pit
reinhard: reiner hardy
reinhold: holdi
rosemarie: rosi
rudolf: rudi rolf
sebastian: basti wastl
siegfried: sigi siggi
sigmund: sigi
susanne: susi sanne
theodor: theo
therese: resi resl
thomas: tommi
ulrich: uli ulli
ulrike: ulli uli rike
ursula: uschi ursel ulla
valentin: valtin
waltraud: traudl wally
werner: wern
wilhelm: willi willy helmut
wilhelmine: mina minna
wolfgang: wolf wolfi
`;
const romance = `
alberto: beto tito
alejandro: alex ale jano sandro
alejandra: ale sandra
alessandro: alex sandro ale
alfonso: poncho alonso
alfredo: fredo
andres: andy
angeles: angie
antonio: tono tonio toni tony nino
armando: mando
bartolome: bartolo
beatriz: bea
benedetto: benito
carlos: carlitos charly
carmen: menchu carmencita
catalina: cata
concepcion: concha conchita concetta
consuelo: chelo
cristina: cris tina
cristobal: tobal
daniel: dani
dolores: lola loli lolita
domenico: mimmo mingo nico
domingo: mingo
eduardo: edu lalo
emilio: milo
encarnacion: encarna
enrique: quique kike
esperanza: espe
esteban: stefan
federico: fede fico
felipe: pipe
fernando: nando fer ferdinando hernando
francesca: franca cesca
francesco: franco cecco ciccio
francisca: paca paquita
francisco: paco pancho curro kiko fran quico chico
gabriel: gabi
gabriela: gabi
giacomo: jacopo mino
giovanni: gianni nanni vanni gian giovannino
giovanna: gianna vanna
giuseppe: beppe pino peppe peppino
giuseppina: pina pinuccia
gregorio: goyo
guadalupe: lupe lupita
guillermo: memo guille
gonzalo: gonza
ignacio: nacho
immaculada: inma
isabel: isa chabela
jacques: jacquot jack
jean: jeannot
jesus: chucho chus
joao: joaozinho
joaquin: quino
jorge: coque
jose: pepe pepito jose zeca che
josefa: pepa pepita
juan: juanito juancho
juana: juanita
julio: julito
laurent: laurence
leonardo: leo nardo
lorenzo: renzo enzo
luis: lucho luisito
luigi: gigi gino
luisa: lu
manuel: manolo manu lolo manny
manuela: manoli manu
marcelo: chelo
margarita: marga rita
maria: mari maruja marita mariuccia
mercedes: merche meche
miguel: migue mike
michele: lino
montserrat: montse
natividad: nati
nicolas: nico
nuria: nuri
pedro: perico
pierre: pierrot
pietro: piero
pilar: pili
rafael: rafa
raffaele: lello
ramon: moncho
ricardo: richi
roberto: beto berto robi
rodolfo: fito
rodrigo: rodri
rosario: charo
rocio: chio
salvador: salva chava
salvatore: toto turi sal
santiago: santi chago diego
sebastiao: tiao
sergio: checo
socorro: coco
soledad: sole
stefano: fano
teresa: tere
tomas: tomi
vicente: chente
vincenzo: enzo cenzo vince
virginie: gini
xavier: javier javi xavi
`;
const slavicAndOther = `
agnieszka: aga agnes
aleksander: olek alek sasza
aleksandr: sasha sania shura aleksander alexander alexandr oleksandr aliaksandr
aleksandra: sasha ola shura alexandra
aleksei: alyosha lyosha alexei alexey aleksey
anastasia: nastya asya anastasiya
andrei: andriusha andrey andrej andrii
andrzej: jedrek
anna: ania anya nyura hania anka
anatoly: tolya anatoliy anatolii
antonina: tonya tosia
barbara: basia varvara varya
boguslaw: bogdan
boris: borya
czeslaw: czesiek
danuta: danka
dariusz: darek
dmitri: dima mitya dmitry dmitriy dmytro dimitri
elena: lena yelena olena alena
elzbieta: ela elka
evgeny: zhenya yevgeny evgeni evgenii eugene yevgeni yevhen
evgenia: zhenya yevgenia
ewa: ewka
galina: galya
georgi: gosha zhora georgy georgiy
grigori: grisha grigory grigoriy
grzegorz: grzesiek grzes
halina: hala
henryk: heniek
igor: gosha ihor
irina: ira irka irena
ivan: vanya ivo
iwona: iwonka
jadwiga: jadzia
jan: janek jas janusz
jaroslaw: jarek
jerzy: jurek
jiri: jirka
josef: pepa
jozef: jozek ziutek
kazimierz: kazik
konstantin: kostya
krzysztof: krzysiek krzys
ksenia: ksyusha oksana
larisa: lara
lech: leszek
leonid: lyonya
lev: lyova
ludmila: lyuda mila lyudmila
lyubov: lyuba
magdalena: magda
malgorzata: gosia malgosia
marek: mareczek
margarita: rita
maria: masha marusya marysia mariya marija
mariusz: mario
matej: mates
mikhail: misha mihail mykhailo mikhael
mieczyslaw: mietek
miroslav: mirek mirko
nadezhda: nadya
natalia: natasha natalya nataliya
nikolai: kolya nikolay mykola nikolaj
oleg: olezhka oleh
olga: olya olha
pavel: pasha pavlik pavlo
pawel: pawelek
piotr: piotrek
polina: polya
pyotr: petya petr petro piotr
radoslaw: radek
roman: roma
ryszard: rysiek
sergei: seryozha sergey serhiy serge siarhei
slawomir: slawek
sofia: sonya sofya sophia
stanislaw: staszek stas
stanislav: stas slava
stepan: styopa
svetlana: sveta
tadeusz: tadek
tamara: toma
tatiana: tanya tania tatyana
tomasz: tomek
tomislav: tomo
vadim: vadik
valentina: valya
valery: valera valeri
vasily: vasya vasili vasyl vasiliy
vera: verochka
viktor: vitya
vitaly: vitalik vitali vitaliy
vladimir: volodya vova vladi wladimir volodymyr uladzimir
vladislav: vlad vladik
vyacheslav: slava vyacheslav viacheslav
waclaw: wacek
wladyslaw: wladek
wojciech: wojtek
yekaterina: katya ekaterina katia
yelizaveta: liza elizaveta
yevgeniya: zhenya
yuri: yura yuriy yury juri iouri
zbigniew: zbyszek zbig
zofia: zosia
zdenek: zdenda
antonius: ton toon teun antoon
bartholomeus: bart
cornelis: kees cor cees
cornelia: corrie
dirk: dick
elisabeth: els liesbeth betje
gerardus: gerard gerrit geert
gijsbert: gijs
hendrik: henk rik hein harry
hendrika: riek rika
jacobus: jaap koos cobus
jacob: jaap sjaak
jan: johannes johan jannes hans
johanna: joke jo anneke
jozef: jef
lambertus: bert
leendert: leen
maria: mieke mia ria marijke riet
margaretha: greet griet margriet
nicolaas: klaas nico
petrus: piet peter pieter
theodorus: theo dirk
wilhelmus: wim willem
willem: wim pim
anders: andreas
erik: eric
fredrik: fredde
jens: johannes
jorgen: jorn georg
kristian: kris
lars: lasse laurits
magnus: mange
margareta: greta maggan
mikael: micke
nils: niels nicolai
per: peter pelle peder
sven: svend svenne
aikaterini: katerina
dimitrios: dimitris mitsos dimitri
georgios: giorgos george yiorgos
ioannis: yannis giannis john yiannis
konstantinos: kostas costas dinos gus
nikolaos: nikos
panagiotis: panos takis
evangelos: vangelis
stavros: stavrakis
vasileios: vasilis bill
spyridon: spyros
abdullah: abdallah abdulla
abdulrahman: abdurrahman
ahmed: ahmad ahmet
aisha: ayesha
ali: aly
fatima: fatma fatimah
hussein: husain hossein hussain husayn huseyin
ibrahim: ebrahim brahim
khadija: khadijah hatice
mehmet: memo
mohammed: mohamed muhammad mohammad mohamad mohd md mehmed muhammed
mustafa: mostafa moustafa mustapha
omar: umar omer
osama: usama
othman: usman osman uthman
salah: saleh
yusuf: youssef yousef yosef josef
amin: ameen
hamid: hameed
jamal: gamal jamaal
karim: kareem
khalid: khaled
layla: leila laila leyla
maryam: mariam meryem miriam
nasir: nasser naser
noura: noora nura
rashid: rachid rasheed
said: saeed saied
salim: saleem
samir: sameer
suleiman: sulaiman soliman suleyman
tariq: tarek tarik
walid: waleed
yasin: yaseen yassin yassine
younes: yunus younis yunis
zainab: zeynep zaynab
binyamin: bibi benjamin
moshe: moses moishe
avraham: avi avram
yitzhak: itzik isaac
yaakov: kobi jacob
yehuda: yudi
shlomo: shlomi solomon
esther: esti
laszlo: laci
istvan: pista
ferenc: feri
janos: jancsi
jozsef: joska
sandor: sanyi
zoltan: zoli
erzsebet: erzsi bozsi
jeronimo: jero
seamus: james shay
sean: john shane shaun shawn
padraig: patrick paddy
siobhan: joan
eoin: owen
caoimhe: keeva
matthijs: thijs mathijs tijs matthias
joost: justus joos
nicolaas: niek nick klaas
augustinus: guus stijn
daniel: daan
josephus: jos jef sjef
antonius: ton toon teun anton
adrianus: ad adri arjan
jacobus: jaco
yevhen: ievgen yevgen eugene evgen
volodymyr: volodya vladimir vova
oleksiy: olexiy aleksei alexey oleksii
mykola: nikolai kolya mykolai
serhiy: sergei serhii sergey
darya: dasha daria darja
arseny: senya
ivan: vanya
jan: honza jenda
josef: pepa
vaclav: vasek venca
jaroslav: jarda
miroslav: mirek
ludmila: lida lidka
jaromira: jarmila
jakub: kuba
katarzyna: kasia
joanna: asia
jolanta: jola
izabela: iza
jacek: jacenty
jozsef: jozsi
pal: pali
gyorgy: gyuri
andras: bandi
zsuzsanna: zsuzsi
julianna: juci
katalin: kati katica
athanasios: thanasis thanos
stylianos: stelios
dimitra: mimi
paraskevi: voula vivi
luigi: gigi gino tonino
raffaella: lella
manuel: manel
josep: pep
francisca: paqui paca
jose: ze
eduarda: duda
tiago: thiago santiago
joaquim: quim
katharina: rini
ibrahim: ibo
abdullah: apo
fatma: fatos
chaim: haim hayim chayim hyman
chana: hanna hannah hana
chava: hava eva
rivka: rebecca rebekah
yosef: yossi joseph
lakshmi: laxmi
lakshman: laxman
rajesh: raj raju
krishna: krishnan
mohammed: mo
`;

const rarerEnglish = `
abel: abe
adolphus: dolph adolph
alanson: lanson al
alberta: bertie allie
aldrich: rich richie
alonzo: lon lonnie al
aristotle: telly ari
arabella: bella ara belle
arminta: minta minty
arnold: arnie
asa: ace
augusta: gussie gus tina
augustus: gus augie august
barney: barn
bedelia: delia bridie
belinda: linda bel
camille: millie cammie
candace: candy candi
carlton: carl
carolann: carol
cedric: ced rick
chauncey: chan
clementine: clem clemmie
cordelia: cordy delia
cyrus: cy
delilah: lila della
demetrius: dimitri
diantha: di
dickson: dick
edith: edie
edna: eddie
elbert: bert al
eldora: dora
elias: eli lee
elwood: woody
emanuel: manny manuel
emmanuel: manny manuel
ephraim: eph
ernest: ernie
ernestine: erna tina
estella: stella essie
esther: essie hetty
eugene: gene
euphemia: effie
eustace: stacy
evelyn: evie eve lynn
ezekiel: zeke ez
ezra: ez
faith: fay
felicity: lissy flick
ferdinand: ferdie nando
florence: flo flossie flora
fredericka: freddie ricka
gabriel: gabe
gabrielle: gabby ella
genevieve: gen viv eve
gerald: gerry jerry
geraldine: gerry jerry dina
gilbert: gil bert wilber
gwendolyn: gwen wendy
hamilton: ham
harriet: hattie harry
heather: hetty
horace: horry
hubert: bert hugh
isadora: izzy dora
jacqueline: jackie jacqui
jemima: mima
jeremiah: jerry jem jeremy
jerome: jerry
joanna: jo joan hannah
josephine: jo josie fina
joshua: josh
josiah: joe si
judith: judy jude
julian: jule
kendall: ken
kendrick: ken rick
lamont: monty
laurence: larry lon lonny lorne lorry
lavinia: vina viney
leonora: nora lee
leroy: roy lee
letitia: lettie tish titia
levi: lee
lionel: leon
lorenzo: loren
louisa: lou eliza
lucille: lu lucy cille
lucinda: lucy cindy
luther: luke
mabel: mehitabel
malachi: mal
malcolm: mac mal
manfred: fred manny
marcella: marcy ella
marianne: mary anne
marjorie: margie marge
marshall: marsh
marvin: marv
maurice: morris maury
mehitabel: hetty mabel hitty
melinda: linda mel mindy
melvin: mel
mervyn: merv
mildred: millie
minerva: minnie
miranda: randy mandy mira
mitchell: mitch
montgomery: monty
mortimer: mort
myron: ron
nathan: nate nat
nathaniel: nate nat nathan
nicodemus: nick
octavia: tave tavia
olive: ollie livia
oliver: ollie
orlando: roland lanny
oswald: ozzy waldo
penelope: penny nell
percival: percy
philomena: mena
phineas: finn
prescott: scotty pres
priscilla: prissy cilla
prudence: prue
quentin: quinn
quincy: quin
randolph: randy dolph
raphael: rafe ralph
reginald: reg reggie
reuben: rube ben
roderick: rod rick erick
rodney: rod
roscoe: ross
rosalind: roz rosie linda
rosemary: rosie rose
roxanne: roxie
rudolph: rudy rolf dolph
rupert: bert
russell: russ rusty
salvatore: sal
sanford: sandy
selina: lena celina
serena: rena
shelton: shel
sheldon: shelly
sigismund: sig
silvester: syl vester sy
solomon: sol
stanley: stan
stuart: stu stew
sylvanus: sly syl
tabitha: tabby
temperance: tempy
terence: terry
thaddeus: thad tad
theodora: dora theo
theodore: ted teddy theo
tobias: toby bias
valentina: val
valentine: val
vernon: vern
vincent: vince vinnie
virgil: virge
wallace: wally
walter: walt wally
wendell: wen dell
wilhelmina: willie mina wilma minnie
wilfred: will fred wilf
winifred: winnie freddie
winston: win
woodrow: woody
zachariah: zach zeke zachary
zebulon: zeb
`;

export const nicknames: readonly string[] = [
  ...[english, rarerEnglish, german, romance, slavicAndOther]
    .join('\n')
    .split('\n')
    .filter((line) => line !== ''),
  ...writtenGivenNames,
];
