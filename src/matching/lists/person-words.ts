/** Words around a name, in folded spelling. */
const split = (text: string) => text.trim().split(/\s+/);

/** Forms of address and degrees: they say nothing of who it is. Only such as are hardly ever names. */
export const titles = split(`
mr mrs ms mx miss mister messrs mssrs dr drs doktor prof professor sir madam mme mlle monsieur madame mademoiselle herr frau fraulein hr fr
sra srta senor senora senorita signor signora signorina sig dott dottssa dottore ing dipl diplom mag magister hon honourable honorable rev reverend
capt lt col gen sgt maj cpl phd md dds dvm esq cpa mba msc bsc llb llm llc rn jd dhr mevr mw pan pani gospodin gospozha sheikh shaykh haji hajji hadji mullah maulavi mawlawi maulana ustad
exc excellency lord lady dame baron baroness graf grafin freiherr
`);

/** Nobiliary, patronymic and article particles: written, left out or glued at will. */
export const particles = split(`
van von vom zu zum zur den der de del della dello dei degli delle da das do dos di du des d la le les lo los las el al ul ad as ash ar at
bin ibn bint binti binte abu umm ould ap af av ten ter te op aan het und and
`);

export const generations: ReadonlyMap<string, string> = new Map([
  ['jr', 'jr'],
  ['junior', 'jr'],
  ['jnr', 'jr'],
  ['jun', 'jr'],
  ['sr', 'sr'],
  ['senior', 'sr'],
  ['snr', 'sr'],
  ['sen', 'sr'],
  ['ii', 'ii'],
  ['2nd', 'ii'],
  ['iii', 'iii'],
  ['3rd', 'iii'],
  ['iv', 'iv'],
  ['4th', 'iv'],
]);
