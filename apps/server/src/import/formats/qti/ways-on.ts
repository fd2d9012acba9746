import type { PartRule } from '../../authored-route.ts'
import type { Piece } from './cut-parts.ts'
import type { Span, Target } from './follow-gates.ts'
import { allOf, anyOf, notOf } from './rule-logic.ts'

/** More of either, and a part's way on is no longer worked out: it would have no end in what nests on and on. */
const mostRules = 90
const mostTried = 500

/** Where a part leads: the place of another among the parts, and by which rule. */
export interface WayOn {
  readonly to: number
  readonly if: PartRule
}

const qti = (rule: Span['preConditions'][number]): PartRule => ({ on: 'qti', rule })

/** The gates of a piece that don't hold of another that was asked: those of what the other doesn't stand in. */
const conditionsApart = (piece: Piece, from: Piece): PartRule[] =>
  piece.around.filter((span) => !from.around.includes(span)).flatMap(({ preConditions }) => preConditions.map(qti))

/** Rules by which nothing of some pieces is asked behind another; undefined if something of them is, or too much would have to be said. */
const noneAsked = (pieces: readonly Piece[], from: Piece): PartRule[] | 'too many' | undefined => {
  const rules: PartRule[] = []
  for (const piece of pieces) {
    const [first, ...more] = conditionsApart(piece, from).map(notOf)
    if (!first) return undefined
    if (rules.length === mostRules) return 'too many'
    rules.push(anyOf([first, ...more]))
  }
  return rules
}

/**
 * Where a part leads, in the order in which it is looked at. What ends with it may have branches, and so may what ends because nothing more
 * of it is asked of a learner: then nothing is answered in between, and that is known here. Undefined if it would take too many rules.
 */
export const waysOn = (pieces: readonly Piece[], at: number): WayOn[] | undefined => {
  const piece = pieces[at]
  if (!piece) return []
  const { ending: closing } = piece
  let left = mostTried
  let isTooMuch = false
  const indexOf = (question: number) => {
    const found = pieces.findIndex(({ start }) => start >= question)
    return found < 0 ? pieces.length : found
  }
  const way = (to: number, rules: readonly PartRule[]): WayOn[] => {
    const [first, ...more] = rules
    return first ? [{ to, if: allOf(first, ...more) }] : []
  }

  /** What ends once the piece at `next` is the one to come, from `level` of what may end with it outwards. */
  const ending = (level: number, next: number, rules: readonly PartRule[]): WayOn[] => {
    const span = closing[level]
    left -= 1
    if (left < 0) isTooMuch = true
    if (!span || isTooMuch || closing.slice(level).every(({ branches }) => branches.length === 0)) return []
    const end = indexOf(span.end)
    const none = noneAsked(pieces.slice(next, end), piece)
    if (none === 'too many') isTooMuch = true
    if (!none || none === 'too many') return []
    const given = [...rules, ...none]
    const own = span.branches.flatMap(({ to, rule }) => taken(span, level + 1, to, [...given, qti(rule)]))
    return [...own, ...ending(level + 1, Math.max(next, end), given)]
  }

  const leading = (level: number, to: number, rules: readonly PartRule[]) => [...ending(level, to, rules), ...way(to, rules)]

  const taken = (span: Span, level: number, target: Target, rules: readonly PartRule[]): WayOn[] => {
    if (target === 'end') return way(pieces.length, rules)
    if (typeof target === 'number') {
      const inside = closing.findIndex(({ start, end }) => start <= target && target < end)
      return leading(inside < 0 ? closing.length : inside, indexOf(target), rules)
    }
    const outer = closing.findIndex(({ kind }, index) => index >= level && kind === target)
    const ended = closing[outer]
    // What is in no section is left by continuing behind it; a test part that is left by its own branch has ended.
    return ended ? leading(outer, indexOf(ended.end), rules) : leading(level, indexOf(span.end), rules)
  }

  const ways = ending(0, at + 1, [])
  return isTooMuch || ways.length > mostRules ? undefined : ways
}
