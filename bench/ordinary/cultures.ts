import type { Random } from '../synthetic/random.js';

/** Names and addresses of a country: common values first, then generated values. */
export interface Culture {
  readonly women: readonly string[];
  readonly men: readonly string[];
  readonly lastNames: readonly string[];
  /** Parts of generated last names: beginning, middle, end. */
  readonly syllables: readonly [readonly string[], readonly string[], readonly string[]];
  /** Nicknames by name. */
  readonly nicknames: ReadonlyMap<string, string>;
  readonly cities: readonly string[];
  readonly streets: readonly string[];
  /** Formats a street address. */
  address(street: string, number: number): string;
  /** Formats a phone number in one of the common notations. @param digits the nine digits of the subscriber */
  phone(digits: string, notation: number): string;
  postalCode(city: number, random: Random): string;
  /** Separator between family name and given name, if the family name comes first. */
  readonly familyFirst?: string;
  /** Spellings of the names in e-mail addresses. Default: without accents. */
  readonly latin?: readonly string[];
  /** Returns a woman's form of the last name, if it differs. */
  feminine?(last: string): string;
  readonly companies: readonly [words: readonly string[], kinds: readonly string[], forms: readonly string[]];
}

const words = (text: string): string[] => text.trim().split(/\s+/);
const lines = (text: string): string[] => text.split('|').map((each) => each.trim());
const pairs = (text: string): ReadonlyMap<string, string> =>
  new Map(text.split(',').map((pair) => words(pair) as [string, string]));

const english: Culture = {
  women: words(
    `Mary Patricia Jennifer Linda Elizabeth Barbara Susan Jessica Sarah Karen Lisa Nancy Betty Sandra Margaret Ashley Kimberly Emily Donna Michelle Carol Amanda
    Melissa Deborah Stephanie Rebecca Laura Helen Sharon Cynthia Kathleen Amy Angela Shirley Anna Brenda Pamela Emma Nicole Ruth Katherine Samantha Christine
    Virginia Rachel Janet Catherine Maria Heather Diane Olivia Julie Joyce Victoria Kelly Christina Joan Evelyn Lauren Judith Olga Priya Mei Fatima Aisha Chloe Grace Hannah`,
  ),
  men: words(
    `James Robert John Michael David William Richard Joseph Thomas Christopher Charles Daniel Matthew Anthony Mark Donald Steven Andrew Paul Joshua Kenneth Kevin Brian
    George Timothy Ronald Jason Edward Jeffrey Ryan Jacob Gary Nicholas Eric Jonathan Stephen Larry Justin Scott Brandon Benjamin Samuel Gregory Alexander Patrick Frank
    Raymond Jack Dennis Jerry Tyler Aaron Jose Adam Nathan Henry Zachary Douglas Peter Kyle Noah Ethan Omar Raj Wei Luis Carlos Ahmed Ivan Liam Oscar Hugo`,
  ),
  lastNames: words(
    `Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson Anderson Thomas Taylor Moore Jackson Martin Lee Perez Thompson
    White Harris Sanchez Clark Ramirez Lewis Robinson Walker Young Allen King Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker Hall Rivera Campbell Mitchell
    Carter Roberts O'Brien McCarthy Phillips Evans Turner Diaz Parker Cruz Edwards Collins Reyes Stewart Morris Morales Murphy Cook Rogers Patel Ortiz Morgan Cooper Peterson
    Bailey Reed Kelly Howard Ramos Kim Cox Ward Richardson Watson Brooks Chavez Wood Bennett Gray Mendoza Ruiz Hughes Price Alvarez Castillo Sanders Myers Long Ross Foster`,
  ),
  syllables: [
    words(
      'Al Ash Bar Ben Black Brad Brook Cal Car Chan Col Craw Dal Dun East El Fair Far Gar Gil Had Ham Hart Haw Hol Kirk Lang Lin Mal Mar Mel Nor Pem Ridge Row Shel Stan Thorn Tor Wake Wal West Whit Win Wood',
    ),
    words('- - - - ber der ing ling ma mer ner ring ser ster ter ton'),
    words('ford ton ley well man son field worth wood more by ham land shaw wick stead brook ridge dale house'),
  ],
  nicknames: pairs(
    `James Jim,Robert Bob,William Bill,Richard Rick,Michael Mike,Elizabeth Liz,Jennifer Jenny,Patricia Pat,Thomas Tom,Christopher Chris,Matthew Matt,Daniel Dan,Anthony Tony,
    Margaret Peggy,Steven Steve,Kimberly Kim,Andrew Andy,Joshua Josh,Kenneth Ken,Edward Ed,Ronald Ron,Timothy Tim,Rebecca Becky,Jeffrey Jeff,Katherine Kate,Nicholas Nick,
    Stephen Steve,Benjamin Ben,Samuel Sam,Gregory Greg,Alexander Alex,Raymond Ray,Douglas Doug,Joseph Joe,Charles Chuck,Deborah Debbie,Susan Sue,Pamela Pam,Christine Chris`,
  ),
  cities: lines(
    'Springfield|Franklin|Greenville|Bristol|Clinton|Fairview|Salem|Madison|Georgetown|Arlington|Ashland|Burlington|Dover|Hudson|Kingston|Lexington|Manchester|Milton|Newport|Oxford|Riverside|Cleveland|Dayton|Auburn|Centerville|Lebanon|Portland|Aurora|Columbia|Concord',
  ),
  streets: lines(
    'Main|Oak|Pine|Maple|Cedar|Elm|Washington|Lake|Hill|Walnut|Park|Spring|North|Ridge|Church|Willow|Mill|Sunset|Railroad|Jefferson|Center|Highland|Forest|Jackson|River|Meadow|Chestnut|Franklin|Lincoln|Union|King|Queen|Victoria|Station|Green|Court|Dogwood|Laurel|Magnolia|Canyon',
  ),
  address: (street, number) => `${number} ${street} ${['St', 'Ave', 'Rd', 'Dr', 'Ln'][street.length % 5]!}`,
  phone(digits, notation) {
    const [a, b, c] = [
      `${2 + (Number(digits[0]) % 8)}${digits.slice(1, 3)}`,
      `${2 + (Number(digits[3]) % 8)}${digits.slice(4, 6)}`,
      digits.slice(5, 9),
    ];
    return [`(${a}) ${b}-${c}`, `${a}-${b}-${c}`, `+1 ${a} ${b} ${c}`, `${a}.${b}.${c}`, `${a}${b}${c}`][notation % 5]!;
  },
  postalCode: (city, random) => String(10_000 + ((city * 1_733 + random.below(30)) % 89_000)),
  companies: [
    words(
      'Acme Summit Pioneer Liberty Harbor Evergreen Cascade Sterling Granite Redwood Beacon Atlas Horizon Keystone Silver Golden Blue Northern Coastal Metro Capital Heritage Patriot Eagle Falcon Phoenix Titan Vertex Apex Delta Omega Sigma',
    ),
    words(
      'Plumbing Electric Logistics Design Consulting Dental Foods Supply Builders Motors Software Media Travel Roofing Security Textiles Printing Farms Energy Analytics Labs Marketing Cleaning Catering Landscaping Insurance Realty',
    ),
    words('Inc LLC Ltd Corp Co'),
  ],
};

const german: Culture = {
  women: words(
    `Anna Maria Ursula Monika Petra Elisabeth Sabine Renate Helga Karin Brigitte Ingrid Erika Andrea Gisela Claudia Susanne Gabriele Christine Christa Hildegard Barbara Julia Stefanie
    Katharina Nicole Martina Heike Angelika Birgit Silke Anja Kerstin Lena Laura Sarah Lea Hannah Mia Johanna Jürgen-Maria Käthe Zoë Bärbel Jördis Elif Ayşe Agnieszka`,
  ),
  men: words(
    `Peter Michael Thomas Andreas Wolfgang Klaus Jürgen Günter Stefan Christian Uwe Werner Horst Frank Dieter Manfred Gerhard Hans Bernd Thorsten Matthias Helmut Walter Heinz Martin
    Jörg Rolf Jens Sven Alexander Jan Rainer Holger Karl Dirk Joachim Ralf Carsten Herbert Oliver Wilhelm Kurt Markus Heinrich Harald Paul Lukas Jonas Felix Maximilian Mehmet`,
  ),
  lastNames: words(
    `Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Schäfer Koch Bauer Richter Klein Wolf Schröder Neumann Schwarz Zimmermann Braun Krüger Hofmann Hartmann
    Lange Schmitt Werner Schmitz Krause Meier Lehmann Schmid Schulze Maier Köhler Herrmann König Walter Mayer Huber Kaiser Fuchs Peters Lang Scholz Möller Weiß Jung Hahn Schubert
    Vogel Friedrich Keller Günther Frank Berger Winkler Roth Beck Lorenz Baumann Franke Albrecht Schuster Simon Ludwig Böhm Winter Kraus Martin Schumacher Krämer Vogt Stein Jäger`,
  ),
  syllables: [
    words(
      'Alt Am Bach Berg Birk Bran Brei Dam Dorn Eber Eich Erl Falk Gar Grün Hage Hal Has Her Holz Kal Kir Lam Lin Mar Nie Ober Pfeif Rein Ried Rot Sand Stein Tann Ull Wald Wer Wies Zell',
    ),
    words('- - - - en er el in el sen ten ler ner'),
    words('mann berg bauer hoff stein meier müller feld inger bach hausen ner wald brecht hardt ler mayr kamp rath'),
  ],
  nicknames: pairs(
    'Thomas Tom,Michael Micha,Johannes Hannes,Elisabeth Lisa,Alexander Alex,Katharina Kathi,Matthias Matze,Stefan Steffen,Susanne Susi,Gabriele Gabi,Maximilian Max,Andreas Andi,Wolfgang Wolf,Ursula Uschi,Brigitte Gitte,Manfred Manni',
  ),
  cities: lines(
    'Berlin|Hamburg|München|Köln|Frankfurt am Main|Stuttgart|Düsseldorf|Leipzig|Dortmund|Essen|Bremen|Dresden|Hannover|Nürnberg|Duisburg|Bochum|Wuppertal|Bielefeld|Bonn|Münster|Karlsruhe|Mannheim|Augsburg|Wiesbaden',
  ),
  streets: lines(
    'Haupt|Schul|Garten|Bahnhof|Dorf|Berg|Birken|Linden|Kirch|Wald|Ring|Schiller|Goethe|Jahn|Mozart|Wiesen|Feld|Mühlen|Amsel|Eichen|Rosen|Beethoven|Buchen|Post|Markt|Park|Friedhof|Sonnen|Tal|Brunnen',
  ),
  address: (street, number) => `${street}${street.length % 3 === 0 ? 'weg' : 'straße'} ${number}`,
  phone(digits, notation) {
    const [a, b] = [`1${5 + (Number(digits[0]) % 3)}${digits[1]!}`, digits.slice(2, 9)];
    return [`0${a} ${b}`, `+49 ${a} ${b}`, `0${a}/${b}`, `0049${a}${b}`, `+49 (0)${a} ${b.slice(0, 3)} ${b.slice(3)}`][
      notation % 5
    ]!;
  },
  postalCode: (city, random) => String(10_000 + ((city * 3_457 + random.below(40)) % 89_000)),
  companies: [
    words(
      'Alpen Nord Süd Rhein Elbe Isar Hansa Stern Adler Kranich Falken Linden Eichen Berg Turm Anker Kompass Brücken Sonnen Merkur Phoenix Delta Optimal Regional',
    ),
    words(
      'Bau Technik Logistik Druck Elektro Transporte Möbel Getränke Reisen Software Gartenbau Metallbau Textil Immobilien Pflege Handel Maschinenbau Reinigung',
    ),
    lines('GmbH|AG|GmbH & Co. KG|e.K.|UG'),
  ],
};

const french: Culture = {
  women: words(
    'Marie Nathalie Isabelle Sylvie Catherine Françoise Valérie Martine Christine Monique Sophie Patricia Nicole Céline Sandrine Stéphanie Véronique Aurélie Julie Émilie Camille Léa Chloé Manon Hélène Brigitte Florence Élodie Laëtitia Zoé Anne-Marie Fatima Yasmine Claire Mathilde Inès',
  ),
  men: words(
    'Jean Michel Philippe Pierre Alain Nicolas Patrick Christophe Daniel Bernard Christian Frédéric Laurent Stéphane Éric David Pascal Gérard Thierry Julien Olivier Jacques André Sébastien Thomas Alexandre Jérôme François Didier Benoît Antoine Hugo Théo Lucas Jean-Pierre Jean-Luc Mohamed Karim',
  ),
  lastNames: words(
    'Martin Bernard Dubois Thomas Robert Richard Petit Durand Leroy Moreau Simon Laurent Lefebvre Michel Garcia David Bertrand Roux Vincent Fournier Morel Girard André Lefèvre Mercier Dupont Lambert Bonnet François Martinez Legrand Garnier Faure Rousseau Blanc Guérin Muller Henry Roussel Nicolas Perrin Morin Mathieu Clément Gauthier Dumont Lopez Fontaine Chevalier Robin Masson Sanchez Gérard Nguyen Boyer Denis Lemaire Duval Joly Gautier Roger Roche Roy Noël Meyer Lucas Meunier Jean Benali Haddad',
  ),
  syllables: [
    words(
      'Bar Beau Bel Blan Bou Bre Cha Char Cor Cour Del Des Du Fau Fer Gau Gra Lan Le Mar Mon Mou Pel Per Pou Ri Ro Sau Ta Tour Val Ver Vil',
    ),
    words('- - - an as che e le li mi nar ra ri se ti vi'),
    words(
      'chet din dier don el et eau ard bert court ger gnon lain lier mont net nier reau rier sson teau ville vier zac',
    ),
  ],
  nicknames: pairs(
    'Alexandre Alex,Nicolas Nico,Stéphane Steph,Frédéric Fred,Christophe Chris,Patricia Pat,Véronique Véro,Catherine Cathy,Françoise Fanfan,Benoît Ben',
  ),
  cities: lines(
    'Paris|Lyon|Marseille|Toulouse|Nice|Nantes|Strasbourg|Montpellier|Bordeaux|Lille|Rennes|Reims|Saint-Étienne|Le Havre|Toulon|Grenoble|Dijon|Angers|Nîmes|Villeurbanne|Clermont-Ferrand|Aix-en-Provence|Brest|Tours',
  ),
  streets: lines(
    "de la République|Victor Hugo|de la Gare|Jean Jaurès|de l'Église|Pasteur|du Moulin|des Lilas|Voltaire|du Général de Gaulle|des Écoles|de la Paix|Gambetta|du Château|des Rosiers|de Verdun|Émile Zola|de la Liberté|Molière|des Acacias|Saint-Michel|de Paris|du Stade|des Vignes",
  ),
  address: (street, number) => `${number} ${street.length % 3 === 0 ? 'avenue' : 'rue'} ${street}`,
  phone(digits, notation) {
    const d = `${6 + (Number(digits[0]) % 2)}${digits.slice(1)}`;
    const two = [d.slice(1, 3), d.slice(3, 5), d.slice(5, 7), d.slice(7, 9)];
    return [
      `0${d[0]!} ${two.join(' ')}`,
      `+33 ${d[0]!} ${two.join(' ')}`,
      `0${d[0]!}.${two.join('.')}`,
      `0${d}`,
      `+33${d}`,
    ][notation % 5]!;
  },
  postalCode: (city, random) =>
    `${String(1 + ((city * 7) % 90)).padStart(2, '0')}${String(random.below(10) * 100).padStart(3, '0')}`,
  companies: [
    words(
      'Alpes Azur Bretagne Loire Soleil Horizon Étoile Lumière Océan Provence Lavande Papillon Chêne Phare Nova Atlas Tradition Avenir',
    ),
    words(
      'Bâtiment Conseil Transports Imprimerie Boulangerie Électricité Informatique Voyages Immobilier Décoration Plomberie Services Distribution Énergie',
    ),
    words('SARL SAS SA EURL'),
  ],
};

const spanish: Culture = {
  women: words(
    'María Carmen Ana Isabel Laura Cristina Marta Josefa Dolores Lucía Pilar Teresa Francisca Sara Paula Elena Raquel Rosa Manuela Rocío Mercedes Julia Beatriz Nuria Silvia Irene Patricia Andrea Montserrat Alba Mónica Ángela Inés Verónica Sofía Natalia',
  ),
  men: words(
    'Antonio Manuel José Francisco David Juan Javier Daniel Carlos Jesús Alejandro Miguel Rafael Pedro Pablo Ángel Sergio Fernando Jorge Luis Alberto Álvaro Adrián Diego Raúl Iván Rubén Enrique Óscar Ramón Vicente Andrés Joaquín Santiago Víctor Eduardo Mario Hugo Mateo',
  ),
  lastNames: words(
    'García Rodríguez González Fernández López Martínez Sánchez Pérez Gómez Martín Jiménez Ruiz Hernández Díaz Moreno Muñoz Álvarez Romero Alonso Gutiérrez Navarro Torres Domínguez Vázquez Ramos Gil Ramírez Serrano Blanco Molina Morales Suárez Ortega Delgado Castro Ortiz Rubio Marín Sanz Núñez Iglesias Medina Garrido Cortés Castillo Santos Lozano Guerrero Cano Prieto Méndez Cruz Calvo Gallego Vidal León Márquez Herrera Peña Flores Cabrera Campos Vega Fuentes Carrasco Diez Reyes Caballero Nieto Aguilar',
  ),
  syllables: [
    words(
      'Al Ar Bar Ben Cal Cam Car Cas Cor Del Es Fer Gal Gar Her La Lan Mal Man Mon Mor Nar Or Pal Par Que Ri Ro Sal San Sol Tor Val Ver Vi Zar',
    ),
    words('- - - ba ca da de la ma na ra ri ta va'),
    words(
      'bal ciano dero dez era ero illa illo ino jano larga mero mino nar nes ona oso osa quez res tero vides zabal',
    ),
  ],
  nicknames: pairs(
    'Francisco Paco,José Pepe,Manuel Manolo,Antonio Toni,Dolores Lola,Josefa Pepa,Enrique Quique,Rafael Rafa,Alejandro Álex,Fernando Nando,Cristina Cris,Patricia Patri',
  ),
  cities: lines(
    'Madrid|Barcelona|Valencia|Sevilla|Zaragoza|Málaga|Murcia|Palma|Bilbao|Alicante|Córdoba|Valladolid|Vigo|Gijón|Granada|Elche|Oviedo|Cartagena|Jerez|Pamplona|Almería|Burgos|Salamanca',
  ),
  streets: lines(
    'Mayor|Real|Nueva|del Sol|de la Iglesia|de la Constitución|San José|Cervantes|del Carmen|de la Fuente|San Juan|de Andalucía|Goya|de la Paz|del Mar|Velázquez|San Antonio|Colón|Libertad|de España|del Pilar|Santa Ana|de los Olivos|Almendros',
  ),
  address: (street, number) => `${street.length % 4 === 0 ? 'Avda.' : 'Calle'} ${street}, ${number}`,
  phone(digits, notation) {
    const d = `6${digits.slice(1)}`;
    return [
      `${d.slice(0, 3)} ${d.slice(3, 6)} ${d.slice(6)}`,
      `+34 ${d}`,
      d,
      `${d.slice(0, 3)} ${d.slice(3, 5)} ${d.slice(5, 7)} ${d.slice(7)}`,
      `0034${d}`,
    ][notation % 5]!;
  },
  postalCode: (city, random) =>
    `${String(1 + ((city * 5) % 52)).padStart(2, '0')}${String(random.below(30)).padStart(3, '0')}`,
  companies: [
    words('Sol Mar Sierra Iberia Olivo Levante Costa Norte Duero Ebro Roca Luna Estrella Faro Alba Pino Mediterráneo'),
    words(
      'Construcciones Transportes Consultores Alimentación Muebles Informática Viajes Inmobiliaria Imprenta Servicios Reformas Textil',
    ),
    lines('S.L.|S.A.|SLU'),
  ],
};

const italian: Culture = {
  women: words(
    'Maria Anna Giuseppina Rosa Angela Giovanna Teresa Lucia Carmela Caterina Francesca Anna-Maria Antonietta Carla Elena Concetta Rita Margherita Franca Paola Giulia Chiara Sara Martina Federica Silvia Valentina Alessandra Elisa Sofia Laura Roberta Simona Nicolò-Maria',
  ),
  men: words(
    'Giuseppe Giovanni Antonio Mario Luigi Francesco Angelo Vincenzo Pietro Salvatore Carlo Franco Domenico Bruno Paolo Michele Giorgio Aldo Sergio Luciano Marco Andrea Alessandro Matteo Lorenzo Davide Luca Stefano Roberto Riccardo Simone Fabio Nicolò',
  ),
  lastNames: words(
    "Rossi Russo Ferrari Esposito Bianchi Romano Colombo Ricci Marino Greco Bruno Gallo Conti De-Luca Mancini Costa Giordano Rizzo Lombardi Moretti Barbieri Fontana Santoro Mariani Rinaldi Caruso Ferrara Galli Martini Leone Longo Gentile Martinelli Vitale Lombardo Serra Coppola De-Santis D'Angelo Marchetti Parisi Villa Conte Ferraro Ferri Fabbri Bianco Marini Grasso Valentini Messina Sala De-Angelis Gatti Pellegrini Palumbo Sanna Farina Rizzi Monti Cattaneo",
  ).map((name) => name.replace('De-', 'De ')),
  syllables: [
    words(
      'Al Ba Bar Be Bo Cal Ca Car Ci Co Fa Fer Ga Gra La Lu Ma Man Mo Na Or Pa Pe Po Ra Ro Sa Sal San Se Ta Tor Va Ve Vi Za',
    ),
    words('- - be bo ca co da de la li mo na ni ra ri ro sa ta'),
    words('bini cci chi cola dini glia lano letti lini mini nelli nti ratti retti rini ssi tini tti vani zzi zzo'),
  ],
  nicknames: pairs(
    'Giuseppe Beppe,Francesco Franco,Alessandro Sandro,Antonio Toni,Giovanni Gianni,Vincenzo Enzo,Domenico Mimmo,Alessandra Sandra,Luigi Gigi',
  ),
  cities: lines(
    'Roma|Milano|Napoli|Torino|Palermo|Genova|Bologna|Firenze|Bari|Catania|Venezia|Verona|Messina|Padova|Trieste|Brescia|Parma|Prato|Modena|Reggio Emilia|Perugia|Livorno',
  ),
  streets: lines(
    'Roma|Garibaldi|Mazzini|Dante Alighieri|Cavour|Verdi|Marconi|Matteotti|della Libertà|IV Novembre|San Francesco|Manzoni|delle Rose|Galileo Galilei|Trieste|Kennedy|Leonardo da Vinci|Gramsci|della Pace|dei Mille|Colombo|Europa',
  ),
  address: (street, number) => `Via ${street} ${number}`,
  phone(digits, notation) {
    const d = `3${2 + (Number(digits[0]) % 7)}${digits.slice(1, 9)}`;
    return [
      `${d.slice(0, 3)} ${d.slice(3, 6)} ${d.slice(6)}`,
      `+39 ${d}`,
      d,
      `${d.slice(0, 3)}/${d.slice(3)}`,
      `0039 ${d.slice(0, 3)} ${d.slice(3)}`,
    ][notation % 5]!;
  },
  postalCode: (city, random) => String(10_000 + ((city * 1_301 + random.below(25)) % 88_000)),
  companies: [
    words('Adriatica Alpina Aurora Bella Centro Etna Lago Luna Moda Nuova Stella Torre Toscana Vesuvio Ligure Sole'),
    words(
      'Costruzioni Trasporti Consulenze Arredamenti Informatica Viaggi Immobiliare Impianti Servizi Ceramiche Meccanica Vini',
    ),
    lines('S.r.l.|S.p.A.|SNC|Srl'),
  ],
};

const dutch: Culture = {
  women: words(
    'Maria Johanna Anna Cornelia Wilhelmina Elisabeth Hendrika Petra Monique Ingrid Sandra Marieke Saskia Esther Anouk Sanne Lotte Emma Julia Sophie Fleur Femke Iris Eva Daphne Marloes Linda Wendy Mirjam Yvonne Carla',
  ),
  men: words(
    'Jan Johannes Cornelis Hendrik Willem Pieter Gerrit Jacobus Peter Henk Kees Rob Mark Erik Jeroen Bas Daan Sem Lucas Thijs Ruben Niels Wouter Martijn Sander Dennis Frank Marcel Richard Michiel Koen Tim',
  ),
  lastNames: lines(
    'de Jong|Jansen|de Vries|van den Berg|van Dijk|Bakker|Janssen|Visser|Smit|Meijer|de Boer|Mulder|de Groot|Bos|Vos|Peters|Hendriks|van Leeuwen|Dekker|Brouwer|de Wit|Dijkstra|Smits|de Graaf|van der Meer|Kok|Jacobs|van der Linden|de Haan|Vermeulen|van den Heuvel|van der Veen|van den Broek|de Bruijn|van der Heijden|Schouten|Willems|van Beek|Hoekstra|Verhoeven|Koster|Prins|Blom|Huisman|Peeters|Kuipers|Postma|Veenstra|Kuiper|Scholten',
  ),
  syllables: [
    words(
      'Bak Beu Bier Boer Bol Bos Bree Dam Dek Dij El Fok Gel Haan Heu Hof Hoog Kam Kei Kok Lam Leen Mee Moer Nij Oos Poel Rie Roos Rui Slo Sten Tim Veen Ver Vlie Wester Wijn Zand',
    ),
    words('- - - ker der sen tel len ver'),
    words('ink man stra sma huis veld berg kamp dijk kens ma mans ing hof meer'),
  ],
  nicknames: pairs(
    'Johannes Jan,Cornelis Kees,Wilhelmina Mien,Hendrik Henk,Elisabeth Liesbeth,Jacobus Jaap,Pieter Piet,Willem Wim,Hendrika Riek',
  ),
  cities: lines(
    'Amsterdam|Rotterdam|Den Haag|Utrecht|Eindhoven|Groningen|Tilburg|Almere|Breda|Nijmegen|Apeldoorn|Haarlem|Arnhem|Enschede|Amersfoort|Zaanstad|Zwolle|Leiden|Maastricht|Dordrecht',
  ),
  streets: lines(
    'Kerk|School|Molen|Dorps|Julianas|Beatrix|Wilhelmina|Nieuw|Burgemeester|Prins Hendrik|Berken|Eiken|Beuken|Linden|Oranje|Stations|Hoofd|Markt|Haven|Tulpen|Rozen|Merel',
  ),
  address: (street, number) => `${street}${street.length % 3 === 0 ? 'laan' : 'straat'} ${number}`,
  phone(digits, notation) {
    const d = digits.slice(0, 8);
    return [`06-${d}`, `06 ${d.slice(0, 4)} ${d.slice(4)}`, `+31 6 ${d}`, `06${d}`, `+31 (0)6 ${d}`][notation % 5]!;
  },
  postalCode: (city, random) =>
    `${1_000 + ((city * 371 + random.below(60)) % 8_900)} ${String.fromCharCode(65 + random.below(20))}${String.fromCharCode(65 + random.below(20))}`,
  companies: [
    words('Noord Zuid Amstel Maas Polder Tulp Molen Haven Oranje Delta Zee Duin Ster Anker'),
    words('Bouw Transport Advies Techniek Installaties Drukwerk Reizen Makelaars Schoonmaak Techniek Food'),
    lines('B.V.|BV|N.V.|VOF'),
  ],
};

const polish: Culture = {
  women: words(
    'Anna Maria Katarzyna Małgorzata Agnieszka Barbara Ewa Krystyna Elżbieta Zofia Teresa Joanna Magdalena Monika Danuta Jadwiga Aleksandra Halina Irena Beata Marta Dorota Helena Karolina Grażyna Iwona Jolanta Natalia Renata Justyna Sylwia Paulina Julia Zuzanna',
  ),
  men: words(
    'Jan Stanisław Andrzej Józef Tadeusz Jerzy Zbigniew Krzysztof Henryk Ryszard Kazimierz Marek Marian Piotr Janusz Władysław Adam Wiesław Zdzisław Edward Mieczysław Roman Grzegorz Tomasz Paweł Michał Marcin Jakub Mateusz Łukasz Wojciech Dariusz Rafał',
  ),
  lastNames: words(
    'Nowak Kowalski Wiśniewski Wójcik Kowalczyk Kamiński Lewandowski Zieliński Szymański Woźniak Dąbrowski Kozłowski Jankowski Mazur Wojciechowski Kwiatkowski Krawczyk Kaczmarek Piotrowski Grabowski Zając Pawłowski Michalski Król Wieczorek Jabłoński Wróbel Nowakowski Majewski Olszewski Stępień Malinowski Jaworski Adamczyk Dudek Nowicki Pawlak Górski Witkowski Walczak Sikora Baran Rutkowski Michalak Szewczyk Ostrowski Tomaszewski Pietrzak Zalewski Wróblewski Marciniak Jasiński Zawadzki Bąk Jakubowski Sadowski Duda Włodarczyk',
  ),
  syllables: [
    words(
      'Bar Ber Biel Bor Brzo Chmie Cie Czar Dob Gal Gra Ja Kal Kar Kos Kra Kul Lip Lu Mal Mi Mro Ol Pa Pie Pod Ra Ro Sa Ski Sob Sta Szcze Tar Tom Wa Wil Za Że',
    ),
    words('- - bow czy do ga ka la mi na ni ra ro sze ta'),
    words('wski cki ński czyk ak ek owicz ewicz ik uk arz ła'),
  ],
  nicknames: pairs(
    'Katarzyna Kasia,Małgorzata Gosia,Agnieszka Aga,Aleksandra Ola,Joanna Asia,Magdalena Magda,Krzysztof Krzysiek,Stanisław Staszek,Tomasz Tomek,Elżbieta Ela,Grzegorz Grzesiek,Barbara Basia',
  ),
  cities: lines(
    'Warszawa|Kraków|Łódź|Wrocław|Poznań|Gdańsk|Szczecin|Bydgoszcz|Lublin|Białystok|Katowice|Gdynia|Częstochowa|Radom|Toruń|Sosnowiec|Rzeszów|Kielce|Gliwice|Olsztyn',
  ),
  streets: lines(
    'Polna|Leśna|Słoneczna|Krótka|Szkolna|Ogrodowa|Lipowa|Brzozowa|Łąkowa|Kwiatowa|Kościelna|Sosnowa|Zielona|Parkowa|Akacjowa|Mickiewicza|Sienkiewicza|Kolejowa|Długa|Piłsudskiego|Kościuszki|Rynek',
  ),
  address: (street, number) => `ul. ${street} ${number}`,
  phone(digits, notation) {
    const d = `${5 + (Number(digits[0]) % 3)}${digits.slice(1, 9)}`;
    return [
      `${d.slice(0, 3)} ${d.slice(3, 6)} ${d.slice(6)}`,
      `+48 ${d}`,
      d,
      `${d.slice(0, 3)}-${d.slice(3, 6)}-${d.slice(6)}`,
      `0048 ${d}`,
    ][notation % 5]!;
  },
  postalCode: (city, random) =>
    `${String((city * 13) % 99).padStart(2, '0')}-${String(random.below(300)).padStart(3, '0')}`,
  feminine: (last) => last.replace(/ski$/, 'ska').replace(/cki$/, 'cka').replace(/ński$/, 'ńska'),
  companies: [
    words('Bałtyk Wisła Tatry Wola Krak Mazur Orzeł Sokół Pol Eko Nowa Zielona Złota Sigma'),
    words('Budowa Transport Usługi Meble Elektro Druk Okna Serwis Ogrody Bud Instal'),
    lines('Sp. z o.o.|S.A.|sp.j.'),
  ],
};

const japanese: Culture = {
  women: words(
    '陽子 恵子 幸子 和子 洋子 裕子 美咲 愛 由美 明美 久美子 真由美 智子 直美 美穂 さくら 結衣 葵 美月 七海 彩 舞 千尋 理恵 香織 典子 純子 京子 節子 文子 美奈子 麻衣 瞳 优子 沙織',
  ),
  men: words(
    '太郎 健一 誠 浩 隆 茂 清 実 勇 博 翔太 大輔 健太 拓也 翔 蓮 陽翔 直樹 和也 達也 学 剛 豊 進 正 哲也 雄一 秀樹 修 亮 智也 悠斗 大樹 一郎 次郎 裕二',
  ),
  lastNames: words(
    '佐藤 鈴木 高橋 田中 伊藤 渡辺 山本 中村 小林 加藤 吉田 山田 佐々木 山口 松本 井上 木村 林 斎藤 清水 山崎 森 池田 橋本 阿部 石川 山下 中島 石井 小川 前田 岡田 長谷川 藤田 後藤 近藤 村上 遠藤 青木 坂本 斉藤 福田 太田 西村 藤井 金子 岡本 藤原 中野 三浦 原田 中川 松田 竹内 小野 田村 中山 和田 石田 森田 上田 原 内田 柴田 酒井 宮崎 横山 高木 安藤 宮本 大野 小島',
  ),
  syllables: [
    words(
      '青 赤 秋 浅 天 荒 有 飯 池 石 泉 市 岩 上 内 梅 江 大 岡 奥 尾 柿 片 金 川 北 黒 桑 小 古 酒 笹 沢 塩 島 白 菅 杉 高 竹 立 谷 千 津 戸 富 鳥 中 永 成 西 野 橋 長 浜 早 原 平 深 福 藤 星 堀 前 松 丸 三 水 南 宮 村 森 矢 柳 山 湯 吉 米',
    ),
    words('- -'),
    words('井 内 浦 江 尾 岡 木 口 倉 崎 沢 島 瀬 田 谷 地 塚 戸 永 野 橋 畑 浜 原 部 辺 間 見 村 本 森 山 脇 川'),
  ],
  nicknames: new Map(),
  cities: lines(
    '東京都新宿区|大阪市北区|名古屋市中区|札幌市中央区|福岡市博多区|京都市左京区|神戸市灘区|川崎市高津区|さいたま市大宮区|広島市中区|仙台市青葉区|千葉市美浜区|横浜市港北区|新潟市中央区',
  ),
  streets: lines(
    '本町|中央|栄町|緑町|東町|西町|南町|北町|旭町|泉|桜台|富士見|若葉|青葉台|松が丘|日の出|大手町|元町|港町|山手',
  ),
  address: (street, number) => `${street}${1 + (number % 8)}-${1 + (number % 29)}-${1 + (number % 17)}`,
  phone(digits, notation) {
    const [a, b] = [digits.slice(1, 5), digits.slice(5, 9)];
    return [`090-${a}-${b}`, `090${a}${b}`, `+81 90 ${a} ${b}`, `090(${a})${b}`, `０９０-${a}-${b}`][notation % 5]!;
  },
  postalCode: (city, random) => `${100 + ((city * 67) % 899)}-${String(random.below(9_999)).padStart(4, '0')}`,
  familyFirst: ' ',
  latin: words(
    'sato suzuki taka tanaka ito wata yama naka koba kato yoshi sasaki matsu inoue kimura saito mizu mori ike hashi abe ishi ogawa maeda okada hase fuji goto kondo',
  ),
  companies: [
    words('東京 大阪 富士 日本 桜 朝日 光 大和 中央 東海 北海 九州 みどり 平和 青空'),
    words('商事 工業 建設 印刷 運輸 食品 電機 製作所 不動産 設計 サービス'),
    words('株式会社 有限会社 合同会社'),
  ],
};

const chinese: Culture = {
  women: words(
    '秀英 桂英 敏 静 丽 娟 艳 芳 霞 燕 红 玲 桂兰 玉兰 秀兰 雪 婷 颖 欣怡 雨涵 梓涵 诗涵 佳怡 晓红 美玲 丽华 海燕 文静 思琪 梦瑶 淑珍 慧敏 雅静',
  ),
  men: words(
    '伟 强 磊 军 洋 勇 杰 涛 超 明 刚 平 辉 鹏 健 建国 建华 志强 志明 浩然 子轩 宇轩 俊杰 文博 家豪 海涛 国强 永强 晓明 小龙 天宇 立新 春生',
  ),
  lastNames: words(
    '王 李 张 刘 陈 杨 黄 赵 周 吴 徐 孙 马 朱 胡 郭 何 高 林 罗 郑 梁 谢 宋 唐 许 韩 冯 邓 曹 彭 曾 肖 田 董 袁 潘 于 蒋 蔡 余 杜 叶 程 苏 魏 吕 丁 任 沈 姚 卢 姜 崔 钟 谭 陆 汪 范 金 石 廖 贾 夏 韦 付 方 白 邹 孟 熊 秦 邱 江 尹 薛 闫 段 雷 侯 龙 史 陶 黎 贺 顾 毛 郝 龚 邵 万 钱 严 覃 武 戴 莫 孔 向 汤',
  ),
  syllables: [
    words('王 李 张 刘 陈 欧 司 上 诸 端 皇 东 西 南'),
    words('-'),
    words('王 李 张 刘 陈 杨 黄 赵 周 吴 徐 孙 马 朱 胡 郭 何 高 林 罗 阳 马 官 葛 木 甫 方 门 宫'),
  ],
  nicknames: new Map(),
  cities: lines(
    '北京市朝阳区|上海市浦东新区|广州市天河区|深圳市南山区|成都市武侯区|杭州市西湖区|武汉市洪山区|西安市雁塔区|南京市鼓楼区|重庆市渝中区|天津市和平区|苏州市姑苏区',
  ),
  streets: lines(
    '人民路|解放路|中山路|建设路|和平路|长江路|胜利路|文化路|新华路|北京路|南京路|光明路|友谊路|东风路|青年路|朝阳路|幸福路|公园路',
  ),
  address: (street, number) => `${street}${number}号`,
  phone(digits, notation) {
    const d = `13${digits.slice(0, 9)}`;
    return [
      d,
      `${d.slice(0, 3)}-${d.slice(3, 7)}-${d.slice(7)}`,
      `+86 ${d}`,
      `${d.slice(0, 3)} ${d.slice(3, 7)} ${d.slice(7)}`,
      `0086${d}`,
    ][notation % 5]!;
  },
  postalCode: (city, random) => String(100_000 + ((city * 10_007 + random.below(50)) % 800_000)),
  familyFirst: '',
  latin: words(
    'wang li zhang liu chen yang huang zhao zhou wu xu sun ma zhu hu guo he gao lin luo zheng liang xie song tang',
  ),
  companies: [
    words('东方 华夏 长城 黄河 明珠 金桥 天元 恒大 新华 远东 瑞丰'),
    words('贸易 科技 建材 食品 物流 电子 广告 服装 机械'),
    words('有限公司 股份有限公司'),
  ],
};

const arabic: Culture = {
  women: lines(
    'فاطمة|عائشة|مريم|زينب|خديجة|نورة|سارة|هند|أسماء|ليلى|هدى|أمل|منى|سلمى|رانيا|دينا|ريم|هالة|نادية|سميرة|وفاء|إيمان|عبير|لطيفة|جميلة',
  ),
  men: lines(
    'محمد|أحمد|علي|حسن|حسين|عبدالله|عبدالرحمن|خالد|عمر|يوسف|إبراهيم|محمود|مصطفى|سعيد|طارق|كريم|سامي|فهد|سلطان|ماجد|وليد|ياسر|هاني|عادل|جمال|ناصر|بدر|زياد|فيصل|رامي',
  ),
  lastNames: lines(
    'الأحمد|العلي|الحسن|الشمري|العتيبي|القحطاني|الحربي|الغامدي|الزهراني|المطيري|الدوسري|الشهري|المصري|السيد|النجار|الحداد|الخطيب|الشامي|البغدادي|الهاشمي|التميمي|العمري|الفهد|الكعبي|الصالح|السالم|البكري|الأنصاري|الرشيد|الجابري|العنزي|السبيعي|القرشي|المالكي|الراشد|الخالدي|الصباح|الحسيني|الطائي|الدليمي',
  ),
  syllables: [
    lines('ال'),
    lines('بر|جب|حم|خر|در|رش|زع|سر|شه|صب|ضح|طو|عب|غز|فر|قص|كر|لط|مس|نع|هل|وه|يم'),
    lines('ادي|اني|وري|يدي|اوي|يلي|امي|اري|يبي|وسي|افي|يمي|الي|وني|اشي|ودي|اسي|يري'),
  ],
  nicknames: new Map(),
  cities: lines('الرياض|جدة|مكة|الدمام|القاهرة|الإسكندرية|دبي|أبوظبي|عمان|بيروت|الكويت|الدوحة|المنامة|مسقط'),
  streets: lines(
    'الملك فهد|الملك عبدالعزيز|التحلية|العليا|الستين|الجامعة|النيل|التحرير|الزهور|السلام|الحرية|الورود|فلسطين|المدينة|النصر',
  ),
  address: (street, number) => `شارع ${street} ${number}`,
  phone(digits, notation) {
    const d = `5${digits.slice(0, 8)}`;
    return [
      `0${d}`,
      `+966 ${d}`,
      `0${d.slice(0, 2)} ${d.slice(2, 5)} ${d.slice(5)}`,
      `00966${d}`,
      `٠${d.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]!)}`,
    ][notation % 5]!;
  },
  postalCode: (city, random) => String(10_000 + ((city * 911 + random.below(40)) % 80_000)),
  latin: words(
    'ahmed ali hasan fahad khalid omar yousef ibrahim saeed tarek karim sami majed walid fatima mariam noura sara layla huda amal mona rania reem',
  ),
  companies: [
    lines('النور|الأمل|الخليج|الصحراء|النخيل|الفجر|البحر|الوادي|المستقبل|الرواد'),
    lines('للتجارة|للمقاولات|للنقل|للأغذية|للسفر|للإلكترونيات'),
    lines('ذ.م.م|المحدودة'),
  ],
};

const greek: Culture = {
  women: words(
    'Μαρία Ελένη Αικατερίνη Βασιλική Σοφία Αγγελική Γεωργία Αναστασία Δήμητρα Ιωάννα Ευαγγελία Παρασκευή Κωνσταντίνα Ειρήνη Παναγιώτα Άννα Χριστίνα Αθανασία Φωτεινή Ευγενία Σταυρούλα Κατερίνα Νίκη Ζωή Δέσποινα',
  ),
  men: words(
    'Γεώργιος Κωνσταντίνος Δημήτριος Ιωάννης Νικόλαος Παναγιώτης Βασίλειος Χρήστος Αθανάσιος Μιχαήλ Ευάγγελος Σπυρίδων Αντώνιος Αναστάσιος Θεόδωρος Ανδρέας Χαράλαμπος Αλέξανδρος Εμμανουήλ Ηλίας Σταύρος Πέτρος Σωτήριος Στυλιανός Ελευθέριος Φώτιος',
  ),
  lastNames: words(
    'Παπαδόπουλος Βλάχος Αγγελόπουλος Νικολαΐδης Γεωργίου Πέτρου Δημητρίου Ιωάννου Κωνσταντίνου Οικονόμου Παπαγεωργίου Μακρής Κωστόπουλος Δημόπουλος Αντωνίου Βασιλείου Αλεξίου Καραγιάννης Παππάς Χατζής Σταύρου Θεοδώρου Λαμπρόπουλος Μιχαηλίδης Παναγόπουλος Αθανασίου Καλογερόπουλος Σαμαράς Τσιρίγος Κούρτης',
  ),
  syllables: [
    words(
      'Παπα Καρα Χατζη Κων Μαυρο Αγγελ Βασιλ Γερ Δελη Ζαχ Καλ Κουτσο Λαμπρ Μακρ Μπαλ Νικ Οικο Πετρ Ραφ Σαρ Σκα Στεφ Τσα Φιλ',
    ),
    words('- δη νι κα λα μα ρα τσι γο δο νο'),
    words('ίδης άκης όπουλος άτος έας ίου άκος ούδης ιάδης ώτης ανός'),
  ],
  nicknames: pairs(
    'Γεώργιος Γιώργος,Κωνσταντίνος Κώστας,Δημήτριος Δημήτρης,Ιωάννης Γιάννης,Νικόλαος Νίκος,Βασίλειος Βασίλης,Αθανάσιος Θανάσης,Αικατερίνη Κατερίνα',
  ),
  cities: lines(
    'Αθήνα|Θεσσαλονίκη|Πάτρα|Ηράκλειο|Λάρισα|Βόλος|Ιωάννινα|Χανιά|Καβάλα|Καλαμάτα|Ρόδος|Σέρρες|Χαλκίδα|Κατερίνη',
  ),
  streets: lines(
    'Ερμού|Σταδίου|Πανεπιστημίου|Αθηνάς|Ακαδημίας|Βενιζέλου|Τσιμισκή|Εγνατία|Κοραή|Σόλωνος|Μητροπόλεως|Κηφισίας|Παπανδρέου|Καραΐσκάκη|Κολοκοτρώνη|Αγίου Δημητρίου',
  ),
  address: (street, number) => `${street} ${number}`,
  phone(digits, notation) {
    const d = `69${digits.slice(0, 8)}`;
    return [
      d,
      `+30 ${d}`,
      `${d.slice(0, 4)} ${d.slice(4, 7)} ${d.slice(7)}`,
      `${d.slice(0, 3)} ${d.slice(3, 6)} ${d.slice(6)}`,
      `0030${d}`,
    ][notation % 5]!;
  },
  postalCode: (city, random) => `${100 + ((city * 37) % 790)} ${String(random.below(80)).padStart(2, '0')}`,
  feminine: (last) =>
    last
      .replace(/όπουλος$/, 'οπούλου')
      .replace(/ίδης$/, 'ίδου')
      .replace(/άκης$/, 'άκη'),
  latin: words(
    'giorgos kostas dimitris giannis nikos vasilis thanasis maria eleni katerina sofia georgia anna christina papadop georgiou petrou makris',
  ),
  companies: [
    words('Αιγαίο Όλυμπος Κρήτη Ελληνική Αττική Ιόνιο Μακεδονία Ήλιος'),
    words('Τεχνική Μεταφορές Τρόφιμα Ναυτιλία Κατασκευές Ταξίδια'),
    lines('Α.Ε.|ΕΠΕ|ΙΚΕ'),
  ],
};

const russian: Culture = {
  women: words(
    'Елена Ольга Наталья Татьяна Ирина Анна Светлана Мария Екатерина Людмила Галина Валентина Юлия Анастасия Надежда Марина Любовь Нина Вера Дарья Алла Лариса Ксения Виктория Полина Евгения',
  ),
  men: words(
    'Александр Сергей Владимир Андрей Алексей Дмитрий Николай Михаил Иван Евгений Виктор Юрий Анатолий Игорь Олег Павел Максим Денис Константин Роман Василий Артём Кирилл Борис Пётр Фёдор',
  ),
  lastNames: words(
    'Иванов Смирнов Кузнецов Попов Васильев Петров Соколов Михайлов Новиков Фёдоров Морозов Волков Алексеев Лебедев Семёнов Егоров Павлов Козлов Степанов Николаев Орлов Андреев Макаров Никитин Захаров Зайцев Соловьёв Борисов Яковлев Григорьев Романов Воробьёв Сергеев Кузьмин Фролов Александров Дмитриев Королёв Гусев Киселёв Ильин Максимов Поляков Сорокин Виноградов Ковалёв Белов Медведев Антонов Тарасов Жуков Баранов',
  ),
  syllables: [
    words(
      'Ага Бара Бел Бори Вол Гав Гор Гри Дан Дро Ер Жу Зим Ка Кар Кли Кон Кры Ле Лу Ма Мель Му Не Ни Ов Пан Пар Пле Ра Руд Сав Сам Се Сит Сто Су Тим Тро Уль Фа Хо Ча Чер Ша Ше Щер Яш',
    ),
    words('- - ба ва ги да ка ли ма ни ра ро се ти ха'),
    words('нов ков лов ров дов сов тов мин кин нин тин хин шев чев цев нский вский'),
  ],
  nicknames: pairs(
    'Александр Саша,Сергей Серёжа,Владимир Володя,Дмитрий Дима,Николай Коля,Михаил Миша,Екатерина Катя,Елена Лена,Наталья Наташа,Татьяна Таня,Анастасия Настя,Мария Маша',
  ),
  cities: lines(
    'Москва|Санкт-Петербург|Новосибирск|Екатеринбург|Казань|Нижний Новгород|Челябинск|Самара|Омск|Ростов-на-Дону|Уфа|Красноярск|Пермь|Воронеж|Волгоград',
  ),
  streets: lines(
    'Ленина|Советская|Мира|Гагарина|Пушкина|Садовая|Лесная|Школьная|Молодёжная|Центральная|Новая|Кирова|Победы|Комсомольская|Октябрьская|Первомайская|Зелёная|Набережная',
  ),
  address: (street, number) => `ул. ${street}, д. ${number}`,
  phone(digits, notation) {
    const d = `9${digits}`;
    return [
      `+7 ${d.slice(0, 3)} ${d.slice(3, 6)}-${d.slice(6, 8)}-${d.slice(8)}`,
      `8 (${d.slice(0, 3)}) ${d.slice(3, 6)}-${d.slice(6)}`,
      `+7${d}`,
      `8${d}`,
      `8-${d.slice(0, 3)}-${d.slice(3)}`,
    ][notation % 5]!;
  },
  postalCode: (city, random) => String(101_000 + ((city * 9_001 + random.below(60)) % 590_000)),
  familyFirst: ' ',
  feminine: (last) => last.replace(/([оеё]в|ин)$/, '$1а').replace(/ский$/, 'ская'),
  latin: words(
    'alex sergey vladimir andrey dmitry nikolay misha ivan evgeny viktor yury igor oleg pavel maxim elena olga natalia tanya irina anna sveta maria katya ivanov smirnov petrov popov sokolov',
  ),
  companies: [
    words('Восток Запад Север Урал Волга Сибирь Заря Рассвет Звезда Альфа Вектор Прогресс'),
    words('Строй Транс Торг Пром Сервис Мебель Агро Медиа'),
    words('ООО ЗАО ОАО'),
  ],
};

export const cultures = {
  english,
  german,
  french,
  spanish,
  italian,
  dutch,
  polish,
  japanese,
  chinese,
  arabic,
  greek,
  russian,
} as const;
export type CultureName = keyof typeof cultures;

/** Returns a last name by its frequency rank: common names, then any number of generated names. */
export function lastNameOf({ lastNames, syllables: [begin, middle, end] }: Culture, rank: number): string {
  const common = lastNames[rank];
  if (common !== undefined) return common;
  const at = Math.imul(rank, 2_654_435_761) >>> 0;
  const part = (from: readonly string[], by: number) => from[Math.floor(at / by) % from.length]!;
  const between = part(middle, begin.length).replace('-', '');
  return `${part(begin, 1)}${between}${part(end, begin.length * middle.length)}`;
}
