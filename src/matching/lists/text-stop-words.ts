/** Function words of several languages, folded: in nearly every longer text. */
export const textStopWords: readonly string[] = `
the a an and or of to in on at by for from with as is are was were be been it its this that these those not no he she they we you i his her their our your my has have had do does did will would can could
should may but if then than so such into over under about after before between all any each more most other some only own same very
der die das den dem des ein eine einer einem einen und oder von zu im in am an auf bei mit nach aus fur uber unter vor ist sind war waren wird werden nicht kein auch als wie er sie es wir ihr ich sich
le la les un une des du de et ou a au aux en dans sur sous par pour avec sans ce cet cette ces est sont etait ne pas plus que qui il elle ils elles nous vous je son sa ses leur
el los las una unos unas y o del al con sin por para es son era no que su sus lo se como mas pero
il lo gli uno e ed o di da del della dei delle nel nella con per tra fra che non si sono era suo sua
o os as um uma e do da dos das no na nos nas com sem por para que nao se sao seu sua
het een en of van op te met voor door aan bij uit is zijn was niet ook dat die
i w z na do od po za o u nie sie jest to ze
`
  .trim()
  .split(/\s+/);
