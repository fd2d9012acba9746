import { mathOfOmml } from './omml.ts'

const begin = '<!--[if gte msequation'
const end = '<![endif]-->'
const insteadBegin = '<![if !msequation]>'

const solid = /\S/g

/** Where what Word gives to programs without formulas ends, a picture as a rule: conditions stand in conditions. */
const behindInstead = (small: string, from: number): number => {
  let depth = 1
  let at = from + insteadBegin.length
  while (depth > 0) {
    const closing = small.indexOf('<![endif]', at)
    if (closing < 0) return from
    const opening = small.slice(at, closing).split('[if ').length - 1
    depth += opening - 1
    at = small.indexOf('>', closing) + 1
    if (at === 0) return from
  }
  return at
}

/** Formulas that stand by themselves, out of comments. */
const withLoose = (html: string): string => {
  const small = html.toLowerCase()
  let written = ''
  let at = 0
  for (;;) {
    const from = small.indexOf('<m:omath>', at)
    const to = from < 0 ? -1 : small.indexOf('</m:omath>', from)
    if (to < 0) return written + html.slice(at)
    const behind = to + '</m:omath>'.length
    const math = mathOfOmml(html.slice(from, behind))
    written += html.slice(at, from) + (math === '' ? html.slice(from, behind) : math)
    at = behind
  }
}

/**
 * HTML of Word with its formulas as MathML. It hides them from browsers in comments with a condition, and a picture of each, which lies
 * on the writer's disk, stands behind for who doesn't know formulas.
 */
export const withWordFormulas = (html: string): string => {
  const small = html.toLowerCase()
  let written = ''
  let at = 0
  for (;;) {
    const from = small.indexOf(begin, at)
    const to = from < 0 ? -1 : small.indexOf(end, from)
    if (to < 0) return withLoose(written + html.slice(at))
    const behind = to + end.length
    const math = mathOfOmml(html.slice(html.indexOf('>', from) + 1, to))
    written += html.slice(at, from) + (math === '' ? html.slice(from, behind) : math)
    solid.lastIndex = behind
    const next = solid.exec(small)?.index ?? behind
    at = math !== '' && small.startsWith(insteadBegin, next) ? behindInstead(small, next) : behind
  }
}
