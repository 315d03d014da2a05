/** Data for generating people and companies in a country. Lists are ordered from common to rare where order matters. */
export interface Country {
  readonly name: string;
  /** Share of the records, relative to the other countries. */
  readonly share: number;
  readonly givenNames: readonly string[];
  readonly surnames: readonly string[];
  /** City, state or region (may be empty), and the first digits of its postal codes. */
  readonly cities: readonly (readonly [city: string, state: string, postalStart: string])[];
  readonly streets: readonly string[];
  /** Whether the house number precedes the street. */
  readonly numberFirst: boolean;
  /** Appended to the first digits of a postal code: `#` is a digit, `@` a capital letter. */
  readonly postalRest: string;
  /** `#` is a digit. Uses numbers reserved for fiction if the country has any. */
  readonly phone: string;
  /** The same number in national format. */
  readonly phoneAtHome: string;
  readonly legalForms: readonly string[];
}

const words = (text: string): string[] => text.split(' ');

export const countries: readonly Country[] = [
  {
    name: 'United States',
    share: 40,
    givenNames: words(
      'James Mary Robert Patricia John Jennifer Michael Linda William Elizabeth David Barbara Richard Susan Joseph Jessica Thomas Sarah Christopher Karen Daniel Nancy Matthew Margaret Anthony Betty Steven Sandra Andrew Emily Joshua Donna Kenneth Michelle Kevin Carol Brian Amanda Timothy Melissa Ronald Deborah Edward Stephanie Jason Rebecca Jeffrey Laura Ryan Cynthia',
    ),
    surnames: words(
      "Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson Anderson Thomas Taylor Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis Robinson Walker Young Allen King Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker Hall Rivera Campbell Mitchell Carter Roberts O'Brien McDonald Fitzgerald Kowalski Schwartz Delgado",
    ),
    cities: [
      ['Springfield', 'IL', '627'],
      ['Portland', 'OR', '972'],
      ['Austin', 'TX', '787'],
      ['Columbus', 'OH', '432'],
      ['Denver', 'CO', '802'],
      ['Raleigh', 'NC', '276'],
      ['Tucson', 'AZ', '857'],
      ['Madison', 'WI', '537'],
    ],
    streets: [
      'Main Street',
      'Oak Avenue',
      'Maple Street',
      'Washington Boulevard',
      'Cedar Lane',
      'Lake Drive',
      'Hill Road',
      'Park Avenue',
      'Elm Street',
      'Sunset Drive',
      'Mill Court',
      'River Road',
    ],
    numberFirst: true,
    postalRest: '##',
    phone: '+1 ###-555-01##',
    phoneAtHome: '(###) 555-01##',
    legalForms: ['Inc.', 'LLC', 'Corporation', 'Co.'],
  },
  {
    name: 'United Kingdom',
    share: 20,
    givenNames: words(
      'Oliver Amelia George Olivia Harry Isla Jack Emily Noah Ava Charlie Lily Jacob Sophie Alfie Grace Freddie Mia Oscar Poppy Henry Charlotte Leo Ella Archie Jessica Joshua Evie William Alice Edward Katherine Stephen Margaret Andrew Deborah',
    ),
    surnames: words(
      "Smith Jones Taylor Brown Williams Wilson Johnson Davies Patel Robinson Wright Thompson Evans Walker White Roberts Green Hall Wood Harris Martin Jackson Clarke Clark Turner Hughes Edwards Hill Moore Ward Khan Cooper O'Connor MacLeod Begum Pemberton Ashworth",
    ),
    cities: [
      ['London', '', 'SE'],
      ['Leeds', '', 'LS'],
      ['Bristol', '', 'BS'],
      ['Glasgow', '', 'G'],
      ['Cardiff', '', 'CF'],
      ['Norwich', '', 'NR'],
    ],
    streets: ['High Street', 'Station Road', 'Church Lane', 'Victoria Road', 'Mill Lane', 'Kings Road', 'The Crescent'],
    numberFirst: true,
    postalRest: '# #@@',
    phone: '+44 20 7946 0###',
    phoneAtHome: '020 7946 0###',
    legalForms: ['Ltd', 'Limited', 'plc', 'LLP'],
  },
  {
    name: 'Germany',
    share: 14,
    givenNames: words(
      'Michael Sabine Thomas Petra Andreas Monika Peter Claudia Stefan Birgit Jürgen Anna Klaus Susanne Hans Karin Jörg Gabriele Matthias Heike Sebastian Katharina Björn Käthe Lukas Lena',
    ),
    surnames: words(
      'Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Schäfer Koch Bauer Richter Klein Wolf Schröder Neumann Schwarz Zimmermann Krüger Groß Köhler Weiß',
    ),
    cities: [
      ['Berlin', '', '10'],
      ['Hamburg', '', '20'],
      ['München', '', '80'],
      ['Köln', '', '50'],
      ['Leipzig', '', '04'],
    ],
    streets: ['Hauptstraße', 'Bahnhofstraße', 'Gartenweg', 'Schillerstraße', 'Am Markt', 'Lindenallee'],
    numberFirst: false,
    postalRest: '###',
    phone: '+49 30 23125 ###',
    phoneAtHome: '030 / 23125 ###',
    legalForms: ['GmbH', 'AG', 'GmbH & Co. KG', 'KG'],
  },
  {
    name: 'France',
    share: 9,
    givenNames: words(
      'Jean Marie Pierre Nathalie Michel Isabelle Philippe Sylvie François Catherine Nicolas Céline Émile Hélène Benoît Zoé',
    ),
    surnames: words(
      'Martin Bernard Dubois Thomas Robert Richard Petit Durand Leroy Moreau Simon Laurent Lefèvre Garnier Guérin Chevalier',
    ),
    cities: [
      ['Paris', '', '75'],
      ['Lyon', '', '69'],
      ['Nantes', '', '44'],
      ['Lille', '', '59'],
    ],
    streets: ['rue de la République', 'avenue Victor Hugo', 'place du Marché', 'boulevard Voltaire', 'rue des Écoles'],
    numberFirst: true,
    postalRest: '###',
    phone: '+33 1 99 00 ## ##',
    phoneAtHome: '01 99 00 ## ##',
    legalForms: ['SARL', 'SA', 'SAS'],
  },
  {
    name: 'Spain',
    share: 7,
    givenNames: words('Antonio María José Carmen Manuel Ana Francisco Isabel Javier Laura Jesús Lucía Ángel Sofía'),
    surnames: words('García Rodríguez González Fernández López Martínez Sánchez Pérez Gómez Díaz Muñoz Álvarez Núñez'),
    cities: [
      ['Madrid', '', '28'],
      ['Sevilla', '', '41'],
      ['Valencia', '', '46'],
    ],
    streets: ['Calle Mayor', 'Avenida de la Constitución', 'Plaza de España', 'Calle del Sol'],
    numberFirst: false,
    postalRest: '###',
    phone: '+34 910 000 ###',
    phoneAtHome: '910 000 ###',
    legalForms: ['S.L.', 'S.A.'],
  },
  {
    name: 'Australia',
    share: 10,
    givenNames: words(
      'Jack Charlotte William Olivia Noah Mia Thomas Ruby Lachlan Matilda Cooper Chloe Angus Isabella Hamish Georgia',
    ),
    surnames: words(
      "Smith Jones Williams Brown Wilson Taylor Nguyen Anderson Johnson White Martin Ryan Thompson Kelly O'Neill Campbell Papadopoulos",
    ),
    cities: [
      ['Sydney', 'NSW', '20'],
      ['Melbourne', 'VIC', '30'],
      ['Brisbane', 'QLD', '40'],
      ['Perth', 'WA', '60'],
    ],
    streets: ['George Street', 'Railway Parade', 'Wattle Grove', 'Ocean Road', 'Banksia Court', 'Harbour Esplanade'],
    numberFirst: true,
    postalRest: '##',
    phone: '+61 2 5550 ####',
    phoneAtHome: '(02) 5550 ####',
    legalForms: ['Pty Ltd', 'Pty Limited', 'Ltd'],
  },
];

/** Countries to draw from, each repeated by its share. */
export const countryDraw: readonly Country[] = countries.flatMap((country) =>
  Array.from({ length: country.share }, () => country),
);
