/** What the HTML of an exam may be made of: an allow-list, here and once more in the player. */
const elements = [
  ...['p', 'div', 'span', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'code', 'kbd', 'samp', 'var'],
  ...[
    'b',
    'strong',
    'i',
    'em',
    'u',
    's',
    'small',
    'big',
    'tt',
    'sub',
    'sup',
    'mark',
    'abbr',
    'acronym',
    'cite',
    'q',
    'dfn',
    'del',
    'ins',
  ],
  ...['bdi', 'bdo', 'ruby', 'rt', 'rp', 'wbr', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'figure', 'figcaption', 'img', 'address'],
  ...[
    'table',
    'caption',
    'thead',
    'tbody',
    'tfoot',
    'tr',
    'th',
    'td',
    'colgroup',
    'col',
    'section',
    'article',
    'header',
    'footer',
  ],
  ...[
    'math',
    'mrow',
    'mi',
    'mn',
    'mo',
    'mtext',
    'mspace',
    'msup',
    'msub',
    'msubsup',
    'mfrac',
    'msqrt',
    'mroot',
    'mover',
    'munder',
  ],
  ...[
    'munderover',
    'mtable',
    'mtr',
    'mtd',
    'mfenced',
    'mstyle',
    'mpadded',
    'mphantom',
    'menclose',
    'mmultiscripts',
    'mprescripts',
  ],
]
const allowedElements: ReadonlySet<string> = new Set(elements)

/** Removed with all that stands in them: what they hold is not text for a reader. */
const emptied: ReadonlySet<string> = new Set(
  'script style iframe frame frameset object embed applet noscript noembed noframes template svg head title textarea select option input audio video canvas xmp plaintext base link meta annotation annotation-xml annotationxml'.split(
    ' ',
  ),
)

export const voidElements: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'wbr', 'col', 'mspace', 'mprescripts'])

const everywhere: ReadonlySet<string> = new Set(['dir', 'lang', 'title'])
const attributes: Readonly<Record<string, ReadonlySet<string>>> = {
  img: new Set(['alt', 'width', 'height']),
  td: new Set(['colspan', 'rowspan']),
  th: new Set(['colspan', 'rowspan', 'scope']),
  col: new Set(['span']),
  colgroup: new Set(['span']),
  ol: new Set(['start', 'type', 'reversed']),
  li: new Set(['value']),
  math: new Set(['display', 'alttext']),
  mo: new Set(['stretchy', 'fence', 'separator']),
  mtd: new Set(['columnspan', 'rowspan']),
  mfenced: new Set(['open', 'close', 'separators']),
  menclose: new Set(['notation']),
}

export const isAllowedElement = (name: string): boolean => allowedElements.has(name)
export const isEmptied = (name: string): boolean => emptied.has(name)
export const isAllowedAttribute = (element: string, name: string): boolean =>
  everywhere.has(name) || (attributes[element]?.has(name) ?? false)
