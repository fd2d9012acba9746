import type { QtiElement } from '@sitwell/qti/element'
import type { Member } from './gates.ts'
import type { QtiReading } from './qti-reading.ts'
import { type Known, whyNotFollowed } from './why-not-followed.ts'

/** Where a branch leads: out of what is around its element, to the end, or to the item of a number. */
export type Target = 'section' | 'part' | 'end' | number

/** A test part, section or item, and which of the exam's questions are in it: from `start` to before `end`. */
export interface Span
  extends Pick<Member, 'kind' | 'id' | 'title' | 'seconds' | 'isLinear' | 'isDrawn' | 'identifiers' | 'place'> {
  readonly start: number
  readonly end: number
  readonly members: readonly Span[]
  readonly preConditions: readonly QtiElement[]
  readonly branches: readonly { readonly to: Target; readonly rule: QtiElement }[]
}

/** A span whose gates were not looked at yet. */
type Written = Omit<Span, 'members' | 'branches'> & {
  readonly members: readonly Written[]
  readonly branches: Member['branches']
}

const spansOf = (members: readonly Member[], from: number): Written[] => {
  let start = from
  return members.map((one) => {
    const inside = spansOf(one.members, start)
    const own = one.kind === 'item' && one.id !== undefined ? start + 1 : start
    const span = { ...one, members: inside, start, end: inside.at(-1)?.end ?? own }
    start = span.end
    return span
  })
}

const exits: Readonly<Record<string, Target>> = { EXIT_TEST: 'end', EXIT_TESTPART: 'part', EXIT_SECTION: 'section' }

/** The first span that has a name; and whether chance decides about it. */
const named = (spans: readonly Written[], name: string, isDrawn = false): { span: Written; isDrawn: boolean } | undefined => {
  for (const span of spans) {
    const found = span.identifiers.includes(name) ? { span, isDrawn } : named(span.members, name, isDrawn || span.isDrawn)
    if (found) return found
  }
  return undefined
}

interface Following {
  readonly reading: Pick<QtiReading, 'lose'>
  readonly known: Known
  readonly parts: readonly Written[]
  readonly count: number
}

/** What a branch leads to, or why it leads nowhere. */
const targetOf = (
  { parts }: Following,
  part: Written,
  span: Written,
  name: string,
): { readonly to: Target } | { readonly why: string } => {
  const exit = Object.hasOwn(exits, name) ? exits[name] : undefined
  if (exit !== undefined) return { to: exit }
  const found = span.kind === 'part' ? parts.find((one) => one.identifiers.includes(name)) : named(part.members, name)?.span
  if (!found || found.start < span.end) return { why: `It leads to "${name}", which doesn’t stand later.` }
  if (span.kind !== 'part' && named(part.members, name)?.isDrawn)
    return { why: `It leads to "${name}", which stands in a section that draws or shuffles.` }
  return { to: found.start }
}

const inDrawn = 'It stands in a section that draws or shuffles.'

const preConditionsOf = ({ reading, known }: Following, span: Written, isInDrawn: boolean): QtiElement[] =>
  span.preConditions.filter((rule) => {
    const why = isInDrawn
      ? inDrawn
      : span.start === 0
        ? 'Nothing is answered before it.'
        : whyNotFollowed(rule, known, span.start)
    if (why === undefined) return true
    reading.lose(span.place, 'pre-condition', `${why} It is set in any case.`, 'structure')
    return false
  })

const branchesOf = (following: Following, part: Written, span: Written, isInDrawn: boolean): Span['branches'] => {
  const { reading, known, count } = following
  // Behind the last question there is nothing to pass over.
  if (span.end === count) return []
  return span.branches.flatMap(({ target, rule }) => {
    const found = targetOf(following, part, span, target)
    const why =
      (isInDrawn ? inDrawn : undefined) ??
      (span.start === span.end ? 'None of its questions is asked.' : undefined) ??
      ('why' in found ? found.why : whyNotFollowed(rule, known, span.end))
    if (why === undefined && 'to' in found) return [{ to: found.to, rule }]
    reading.lose(span.place, 'branch rule', `${why} What follows is set.`, 'structure')
    return []
  })
}

const passedOver = ({ reading }: Following, { place, preConditions, branches }: Written) => {
  const why = 'The standard has it in linear test parts alone: it is not looked at.'
  if (preConditions.length > 0) reading.lose(place, 'pre-condition', why, 'nothing')
  if (branches.length > 0) reading.lose(place, 'branch rule', why, 'nothing')
}

const followed = (following: Following, part: Written, span: Written, isInDrawn: boolean): Span => {
  const { kind, id, title, seconds, isLinear, isDrawn, identifiers, place, start, end } = span
  const isHeld = kind === 'part' || span.isLinear
  if (!isHeld) passedOver(following, span)
  const isEmpty = start === end
  return {
    ...{ kind, id, title, seconds, isLinear, isDrawn, identifiers, place, start, end },
    preConditions: isHeld && !isEmpty ? preConditionsOf(following, span, isInDrawn) : [],
    branches: isHeld ? branchesOf(following, part, span, isInDrawn) : [],
    members: span.members.map((one) => followed(following, part, one, isInDrawn || isDrawn)),
  }
}

/** The test parts with those of their gates that are followed here; of the others it is told what is done instead. */
export const followGates = (reading: Pick<QtiReading, 'lose'>, members: readonly Member[], known: Known): Span[] => {
  const parts = spansOf(members, 0)
  const following = { reading, known, parts, count: parts.at(-1)?.end ?? 0 }
  return parts.map((part) => followed(following, part, part, false))
}
