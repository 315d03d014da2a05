import type { FieldTexts } from '../../src/matching/field-texts.js';
import { lastName } from '../synthetic/names.js';
import { Random } from '../synthetic/random.js';

/** Products of two shops, and the pairs of equal products. */
export interface Shops {
  readonly rows: readonly FieldTexts[];
  readonly sources: readonly string[];
  /** Number of the product by row. */
  readonly truth: readonly number[];
}

/** Kinds of products: the names in either shop, the unit of their sizes, and their features. */
const KINDS: readonly { readonly nouns: readonly string[]; readonly unit: string; readonly features: string }[] = [
  {
    nouns: ['LCD HDTV', 'LCD Flat Panel TV', 'Widescreen LCD Television'],
    unit: 'inch',
    features: 'HDMI inputs,1080p resolution,ambient light sensor,energy saver,stereo speakers,NTSC tuner',
  },
  {
    nouns: ['Digital Camera', 'Compact Camera', 'Digital Still Camera'],
    unit: 'megapixel',
    features: 'optical zoom,face detection,image stabilizer,LCD monitor,lithium battery,movie mode',
  },
  {
    nouns: ['Dishwasher', 'Built-In Dishwasher', 'Full Console Dishwasher'],
    unit: 'inch',
    features: 'wash cycles,delay start,stainless tub,quiet operation,adjustable rack,rinse aid',
  },
  {
    nouns: ['Cordless Phone', 'Expandable Cordless Telephone', 'DECT Phone System'],
    unit: 'handset',
    features: 'answering machine,caller ID,speakerphone,call waiting,phonebook,intercom',
  },
  {
    nouns: ['Ethernet Switch', 'Unmanaged Switch', 'Network Switch'],
    unit: 'port',
    features: 'gigabit speed,plug and play,wall mountable,auto negotiation,metal case,fanless',
  },
  {
    nouns: ['Headphones', 'Over-Ear Headphones', 'Stereo Headset'],
    unit: 'mm',
    features: 'noise canceling,gold plug,padded headband,neodymium drivers,carrying case,detachable cable',
  },
];
const COLOURS = ['Black', 'White', 'Silver', 'Red', 'Blue'];
const SERIES = 'Vista Aurora Prime Essential Signature Studio Pulse Nova Crest Titan Metro Ultra'.split(' ');

/**
 * Products as two shops list them, similar to the public data sets of this kind. Products of a family differ in size,
 * colour or a digit of the model number, which one shop hyphenates, abbreviates or omits. Descriptions and prices are
 * often missing and rarely equal.
 */
export function twoShops(random: Random, families = 260): Shops {
  const rows: FieldTexts[] = [];
  const sources: string[] = [];
  const truth: number[] = [];
  const list = (source: string, product: number, texts: Record<string, string>) => {
    rows.push(Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')));
    sources.push(source);
    truth.push(product);
  };
  let product = 0;
  for (let family = 0; family < families; family++) {
    const brand = lastName(250 + random.below(28));
    const { nouns, unit, features } = random.pick(KINDS);
    const series = random.pick(SERIES);
    const letters = Array.from({ length: 2 + random.below(2) }, () => 'ABCDEFGHKLMNPRSTVX'[random.below(18)]!).join('');
    const number = 10 + random.below(890);
    const said = features.split(',');
    for (let n = 1 + random.below(4); n > 0; n--) {
      product++;
      const size = String(random.pick([5, 8, 12, 16, 19, 22, 24, 32, 40, 46]));
      const colour = random.pick(COLOURS);
      const code = [
        letters,
        String(number + n * random.pick([1, 5, 10])),
        random.pick(['', '', 'B', 'S', 'W']),
      ] as const;
      const cost = 20 + random.below(900);
      const price = () => (cost * (0.85 + random.below(30) / 100)).toFixed(2);
      const some = (share: number) => said.filter(() => random.chance(share)).join(', ');
      if (random.chance(0.75)) {
        const title = `${brand} ${random.chance(0.6) ? `${colour} ` : ''}${random.chance(0.6) ? `${series} ` : ''}${size}' ${random.pick(nouns)} - ${code.join('')}`;
        const more = `${brand} ${random.pick(nouns)} - ${code.join('')}/ ${size} ${unit}/ ${some(0.7)}/ ${colour} Finish`;
        list('one', product, {
          title,
          description: random.chance(0.95) ? more : '',
          price: random.chance(0.45) ? price() : '',
        });
      }
      if (random.chance(0.75)) {
        const short = random.pick([code.join('-'), `${code[0]}-${code[1]}`, code.join(''), '', '']);
        const title = [
          ...[brand, random.chance(0.5) ? series : '', short, `${size}-${unit}`, random.pick(nouns)],
          random.chance(0.5) ? `(${colour})` : '',
        ];
        const more = `${size} ${unit} - ${some(0.5)}`;
        list('two', product, {
          title: title.filter((part) => part !== '').join(' '),
          description: random.chance(0.55) ? more : '',
          price: random.chance(0.55) ? price() : '',
        });
      }
    }
  }
  return { rows, sources, truth };
}
