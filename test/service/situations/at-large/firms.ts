import { accounts, either, other, same } from './rows.js';

/** Firms: branches, groups, legal forms, renamed and moved ones. */
export const firms = accounts({
  'legal form left out, website': same(
    { name: 'Kessler Fördertechnik GmbH', website: 'www.kessler-foerdertechnik.de' },
    { name: 'Kessler Fördertechnik', website: 'https://kessler-foerdertechnik.de/' },
  ),
  'legal form written out, address': same(
    { name: 'Hollister Freight Inc.', street: '77 Dock St', city: 'Tacoma', zip: '98402' },
    { name: 'Hollister Freight Incorporated', street: '77 Dock Street', city: 'Tacoma', zip: '98402' },
  ),
  'S.p.A. and SpA': same(
    { name: 'Officine Brambilla S.p.A.', phone: '+39 02 4455 6677' },
    { name: 'Officine Brambilla SpA', phone: '+39 02 44556677' },
  ),
  'Sp. z o.o.': same(
    { name: 'Meblex Sp. z o.o.', website: 'meblex.pl' },
    { name: 'Meblex spółka z ograniczoną odpowiedzialnością', website: 'www.meblex.pl' },
  ),
  '株式会社 before and (株)': same(
    { name: '株式会社山本製作所', phone: '+81 6 6345 1122' },
    { name: '山本製作所(株)', phone: '+81 6 6345 1122' },
  ),
  ООО: same(
    { name: 'ООО «Ромашка Плюс»', phone: '+7 495 222 33 44' },
    { name: 'Ромашка Плюс, ООО', phone: '+7 495 222 33 44' },
  ),
  'moved, website the same': same(
    { name: 'Lumen Optik AG', website: 'lumen-optik.ch', street: 'Seestr. 1', city: 'Zürich' },
    { name: 'Lumen Optik AG', website: 'www.lumen-optik.ch', street: 'Bahnhofplatz 9', city: 'Winterthur' },
  ),
  'renamed, website and number the same': same(
    {
      name: 'Brightwater Analytics Ltd',
      website: 'brightwater.io',
      phone: '+44 117 925 1122',
      street: '4 Quay House',
      city: 'Bristol',
    },
    {
      name: 'Brightwater AI Ltd',
      website: 'brightwater.io',
      phone: '+44 117 925 1122',
      street: '4 Quay House',
      city: 'Bristol',
    },
  ),
  'renamed wholly, website, number and address the same': either(
    {
      name: 'Müller & Sohn Sanitär',
      website: 'sanitaer-ost.de',
      phone: '+49 351 441122',
      street: 'Neustädter Str. 5',
      city: 'Dresden',
    },
    {
      name: 'Sanitär Ost GmbH',
      website: 'sanitaer-ost.de',
      phone: '+49 351 441122',
      street: 'Neustädter Str. 5',
      city: 'Dresden',
    },
  ),
  'abbreviated name, website': same(
    { name: 'International Fisheries Board', website: 'ifb-fish.org', phone: '+45 33 11 22 33' },
    { name: 'IFB', website: 'ifb-fish.org', phone: '+45 33 11 22 33' },
  ),
  'and, & and +': same(
    { name: 'Thornton and Webb Solicitors', street: '8 Guildhall', city: 'York' },
    { name: 'Thornton & Webb Solicitors', street: '8 Guildhall', city: 'York' },
  ),
  'The before': same(
    { name: 'The Copper Kettle', phone: '+1 207 555 0114', city: 'Bangor' },
    { name: 'Copper Kettle', phone: '207-555-0114', city: 'Bangor' },
  ),
  'typing error': same(
    { name: 'Radstatter Maschinenbau', street: 'Gewerbepark 3', city: 'Steyr', zip: '4400' },
    { name: 'Radstätter Maschinenbua', street: 'Gewerbepark 3', city: 'Steyr', zip: '4400' },
  ),
  'words the other way round': same(
    { name: 'Hotel Alpenblick', street: 'Dorfstr. 40', city: 'Lech' },
    { name: 'Alpenblick Hotel', street: 'Dorfstraße 40', city: 'Lech' },
  ),
  umlauts: same(
    { name: 'Bäckerei Süßmund', phone: '+49 9131 221133' },
    { name: 'Baeckerei Suessmund', phone: '09131 221133', country: 'Germany' },
  ),
  'trading as': same(
    { name: 'Okoro Holdings Ltd t/a Sunrise Café', phone: '+44 161 832 1122', city: 'Manchester' },
    { name: 'Sunrise Café', phone: '0161 832 1122', city: 'Manchester' },
  ),
  'Duns number': same(
    { name: 'Quarrystone Aggregates', duns: '150483782' },
    { name: 'Quarrystone Aggregates LLC', duns: '150483782' },
  ),
  'website without name agreement beyond the domain': same(
    { name: 'Zephyr Wind Turbines', website: 'zephyrwind.com', city: 'Tulsa' },
    { name: 'Zephyr Wind', website: 'http://www.zephyrwind.com/contact', city: 'Tulsa' },
  ),
  'Dr. practice with and without title': same(
    { name: 'Zahnarztpraxis Dr. Lindemann', phone: '+49 5121 33221', city: 'Hildesheim' },
    { name: 'Zahnarztpraxis Lindemann', phone: '05121 33221', city: 'Hildesheim' },
  ),
  'branches of a chain, each with its number': other(
    { name: 'Burger Barn', street: '12 Main St', city: 'Akron', phone: '+1 330 555 0101', website: 'burgerbarn.com' },
    {
      name: 'Burger Barn',
      street: '900 Lake Ave',
      city: 'Toledo',
      phone: '+1 419 555 0177',
      website: 'burgerbarn.com',
    },
  ),
  'branches numbered': other(
    { name: 'Fitness First #104', website: 'fitnessfirst-us.com', city: 'Reno' },
    { name: 'Fitness First #118', website: 'fitnessfirst-us.com', city: 'Reno' },
  ),
  'branches named by town': other(
    { name: 'Sparkasse Gießen', website: 'sparkasse.de', phone: '+49 641 7040' },
    { name: 'Sparkasse Hagen', website: 'sparkasse.de', phone: '+49 2331 2060' },
  ),
  'branches of one bank with the central number': other(
    { name: 'Raiffeisenbank Oberland', phone: '+43 800 20 10 20', street: 'Hauptplatz 3', city: 'Imst' },
    { name: 'Raiffeisenbank Unterland', phone: '+43 800 20 10 20', street: 'Kirchgasse 8', city: 'Wörgl' },
  ),
  'holding and works': other(
    {
      name: 'Brinkmann Holding GmbH',
      street: 'Industriestr. 2',
      city: 'Siegen',
      phone: '+49 271 5500',
      website: 'brinkmann.de',
    },
    {
      name: 'Brinkmann Logistik GmbH',
      street: 'Industriestr. 2',
      city: 'Siegen',
      phone: '+49 271 5500',
      website: 'brinkmann.de',
    },
  ),
  'GmbH and GmbH & Co. KG of one house': other(
    { name: 'Holzhauer Verwaltungs-GmbH', street: 'Sägewerk 1', city: 'Calw', phone: '+49 7051 1100' },
    { name: 'Holzhauer GmbH & Co. KG', street: 'Sägewerk 1', city: 'Calw', phone: '+49 7051 1100' },
  ),
  'Energy and Mobility of one group': other(
    { name: 'Vectra Energy SE', website: 'vectra.com', city: 'Essen' },
    { name: 'Vectra Mobility SE', website: 'vectra.com', city: 'Essen' },
  ),
  'country companies': other(
    { name: 'Novatek France SAS', website: 'novatek-group.com', country: 'France' },
    { name: 'Novatek Italia Srl', website: 'novatek-group.com', country: 'Italy' },
  ),
  'Bank of the north and of the south': other(
    { name: 'North Valley Bank', city: 'Salem', website: 'nvbank.com' },
    { name: 'South Valley Bank', city: 'Salem', website: 'svbank.com' },
  ),
  'schools of one town': other(
    { name: 'St. Mary Primary School', city: 'Cork', phone: '+353 21 450 1122' },
    { name: 'St. Mark Primary School', city: 'Cork', phone: '+353 21 450 1133' },
  ),
  'law firms at one address': other(
    { name: 'Kanzlei Berger', street: 'Marktplatz 4', city: 'Hof' },
    { name: 'Kanzlei Burger', street: 'Marktplatz 4', city: 'Hof' },
  ),
  'two firms in one tower': other(
    { name: 'Apex Consulting', street: '1 Canada Square, Level 12', city: 'London', zip: 'E14 5AB' },
    { name: 'Apex Insurance', street: '1 Canada Square, Level 30', city: 'London', zip: 'E14 5AB' },
  ),
  'website of a platform': other(
    { name: 'Pizzeria Bella Napoli', website: 'facebook.com/bellanapoli', city: 'Graz' },
    { name: 'Pizzeria Bella Vista', website: 'facebook.com/bellavista', city: 'Graz' },
  ),
  'website of a platform, one name in two towns': other(
    { name: 'Pizzeria Roma', website: 'www.facebook.com/pizzeriaroma.graz', city: 'Graz' },
    { name: 'Pizzeria Roma', website: 'www.facebook.com/romaspizza', city: 'Lübeck' },
  ),
  'common name in two towns': other(
    { name: 'Restaurant Akropolis', city: 'Bochum', phone: '+49 234 11223' },
    { name: 'Restaurant Akropolis', city: 'Rosenheim', phone: '+49 8031 44556' },
  ),
  'common name, no other ground': other(
    { name: 'Hotel Post', city: 'Ischgl' },
    { name: 'Hotel Post', city: 'Lermoos' },
  ),
  'name Test': other({ name: 'Test', phone: '+49 40 111' }, { name: 'Test', website: 'meyer-optik.de' }),
  'name Unknown': other({ name: 'Unknown', city: 'Paris' }, { name: 'unknown', city: 'Paris' }),
  'name Privat': other({ name: 'Privatkunde', city: 'Wien' }, { name: 'Privatkunde', city: 'Wien' }),
  'name Self-employed': other({ name: 'Self Employed', city: 'Leeds' }, { name: 'Self-employed', city: 'Leeds' }),
  'different Duns, everything else the same': other(
    { name: 'Meridian Supplies', street: '5 Trade Park', city: 'Hull', duns: '216458712', phone: '+44 1482 221100' },
    { name: 'Meridian Supplies', street: '5 Trade Park', city: 'Hull', duns: '733920415', phone: '+44 1482 221100' },
  ),
  'household accounts of two people': other(
    { name: 'Weber Household', city: 'Bonn' },
    { name: 'Weber Household', city: 'Kleve' },
  ),
  ministries: other(
    { name: 'Ministerium für Finanzen', city: 'Stuttgart', website: 'baden-wuerttemberg.de' },
    { name: 'Ministerium für Verkehr', city: 'Stuttgart', website: 'baden-wuerttemberg.de' },
  ),
  'university and its hospital': other(
    { name: 'Universität Ulm', website: 'uni-ulm.de', city: 'Ulm' },
    { name: 'Universitätsklinikum Ulm', website: 'uniklinik-ulm.de', city: 'Ulm' },
  ),
  'department of a university': other(
    { name: 'University of Leeds, School of Law', website: 'leeds.ac.uk' },
    { name: 'University of Leeds, School of Music', website: 'leeds.ac.uk' },
  ),
  'numbers in the name': other(
    { name: 'Grundstücksgesellschaft Nr. 14 mbH', street: 'Parkallee 1', city: 'Bremen' },
    { name: 'Grundstücksgesellschaft Nr. 41 mbH', street: 'Parkallee 1', city: 'Bremen' },
  ),
  'funds I and II': other(
    { name: 'Everstone Capital Partners II LP', street: '9 Park Ave', city: 'New York' },
    { name: 'Everstone Capital Partners III LP', street: '9 Park Ave', city: 'New York' },
  ),
  'name in two scripts, website': same(
    { name: 'Газпромнефть', website: 'gazprom-neft.ru' },
    { name: 'Gazpromneft', website: 'www.gazprom-neft.ru' },
  ),
  'Chinese and English, website and number': either(
    { name: '华为技术有限公司', website: 'huawei.com', phone: '+86 755 2878 0808' },
    { name: 'Huawei Technologies', website: 'huawei.com', phone: '+86 755 28780808' },
  ),
  'same name, city and street': same(
    { name: 'Pellworm Reederei', street: 'Hafen 1', city: 'Pellworm', zip: '25849' },
    { name: 'Reederei Pellworm GmbH', street: 'Am Hafen 1', city: 'Pellworm', zip: '25849' },
  ),
  'number and name': same(
    { name: 'Vardø Fiskeindustri AS', phone: '+47 78 98 71 22' },
    { name: 'Vardo Fiskeindustri', phone: '78987122', country: 'Norway' },
  ),
  'billing address stored, shipping address sent': either(
    { name: 'Castellan Tools', street: '40 Forge Rd', city: 'Sheffield', zip: 'S9 1AB' },
    { name: 'Castellan Tools', shippingStreet: '40 Forge Rd', shippingCity: 'Sheffield', shippingZip: 'S9 1AB' },
  ),
});
