/**
 * What the HTML of an exam may be made of: one allow-list, which the import of packages writes by and the player cleans by. What
 * stands here neither acts, nor loads by itself, nor leaves its place on the page.
 */
const blocks = 'p div section article header footer address blockquote pre h1 h2 h3 h4 h5 h6 hr figure figcaption'
const lists = 'ul ol li dl dt dd'
const words =
  'span br wbr b strong i em u s small big tt sub sup mark abbr acronym cite q dfn del ins code kbd samp var bdi bdo ruby rt rp a'
const tables = 'table caption thead tbody tfoot tr th td colgroup col'
const media = 'img audio video source track'
const formulas =
  'math mrow mi mn mo ms mtext mspace msup msub msubsup mfrac msqrt mroot mover munder munderover mtable mtr mtd mfenced mstyle mpadded mphantom menclose mmultiscripts mprescripts'

/** Those of MathML, by which a formula of an answer is read too. */
export const formulaElements: readonly string[] = formulas.split(' ')

export const contentElements: readonly string[] = [blocks, lists, words, tables, media, formulas].flatMap((names) =>
  names.split(' '),
)

/** Removed with all that is in them: what they hold is not text for a reader. */
export const emptiedElements: readonly string[] =
  'script style iframe frame frameset object embed applet noscript noembed noframes template svg head title textarea select datalist option input picture canvas xmp plaintext base link meta annotation annotation-xml annotationxml slot portal fencedframe'.split(
    ' ',
  )

/** Elements that HTML closes by itself. */
export const voidElements: readonly string[] = ['br', 'hr', 'img', 'wbr', 'col', 'source', 'track']

const allowed = new Set(contentElements)
const emptied = new Set(emptiedElements)

export const isContentElement = (name: string): boolean => allowed.has(name)
export const isEmptiedElement = (name: string): boolean => emptied.has(name)
