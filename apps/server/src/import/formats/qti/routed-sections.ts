import { endOfExam } from '@sitwell/exam/parts/route'
import type { AuthoredSection } from '../../authored-exam.ts'
import type { PartRule } from '../../authored-route.ts'
import type { Piece } from './cut-parts.ts'
import type { Span } from './follow-gates.ts'
import type { PackageIds } from './package-ids.ts'
import type { QtiReading } from './qti-reading.ts'
import { anyOf } from './rule-logic.ts'
import { waysOn } from './ways-on.ts'
import { isOfItems, type Known } from './why-not-followed.ts'

type Question = NonNullable<AuthoredSection['questions']>[number]

interface Routing {
  readonly reading: Pick<QtiReading, 'lose'>
  readonly ids: PackageIds
  readonly known: Known
  readonly pieces: readonly Piece[]
  /** All of the sections as they were read, and their questions, by id. */
  readonly sections: ReadonlyMap<string, AuthoredSection>
  readonly questions: ReadonlyMap<string, Question>
  /** Whether a part of what stands there is left once; undefined if the exam says it. */
  isOneWay(home: Span): boolean | undefined
}

const isIn = (piece: Piece, span: Span) => piece.around.includes(span)
const isWhole = ({ home, start, end }: Piece) => home.start === start && home.end === end

const present = <T>(id: string | undefined, all: ReadonlyMap<string, T>): T[] => {
  const found = id === undefined ? undefined : all.get(id)
  return found === undefined ? [] : [found]
}

/** Whether a question of what stands there was set. */
const isBegun = ({ identifiers: [sectionidentifier = ''] }: Span): PartRule => ({
  on: 'qti',
  rule: {
    name: 'gt',
    children: [
      { name: 'numberpresented', attributes: { sectionidentifier } },
      { name: 'basevalue', attributes: { basetype: 'integer' }, text: '0' },
    ],
  },
})

/**
 * The rules by which a piece is asked, those of what is around it among them. A pre-condition is looked at once, where its section begins: of
 * one that might say something else by now, what decides is whether anything of the section was set.
 */
const askedIfOf = ({ reading, pieces, known }: Routing, at: number): PartRule[] => {
  const piece = pieces[at]
  const isAlone = (span: Span) =>
    pieces.every(({ around }) => around.every((one) => one === span || one.identifiers[0] !== span.identifiers[0]))
  return (piece?.around ?? []).toReversed().flatMap((span) => {
    const isFirst = pieces.findIndex((one) => isIn(one, span)) === at
    return span.preConditions.map((rule): PartRule => {
      const own: PartRule = { on: 'qti', rule }
      if (isFirst || isOfItems(rule, known)) return own
      if (isAlone(span)) return anyOf([own, isBegun(span)])
      reading.lose(span.place, 'pre-condition', 'Two are called so: it is looked at anew for each of its parts.', 'structure')
      return own
    })
  })
}

/** The pieces with which a learner may come to what stands around them: none that is always asked stands before it there. */
const opens = (pieces: readonly Piece[], at: number, span: Span): boolean =>
  pieces
    .slice(0, at)
    .filter((one) => isIn(one, span))
    .every(({ around }) => around.slice(0, around.indexOf(span)).some(({ preConditions }) => preConditions.length > 0))

/** The time of a section where a piece is all of it; one that several pieces would share is lost. */
const timeOf = ({ reading, pieces }: Routing, span: Span): number[] => {
  if (span.seconds === undefined) return []
  if (pieces.filter((one) => isIn(one, span)).length === 1) return [span.seconds]
  reading.lose(
    span.place,
    'time limit',
    'By its answers it is several parts, and each part has a time of its own: it has none.',
    'structure',
  )
  return []
}

/** What a piece says of what is around it, and has no section for: instructions. And the time of what it is all of. */
const introOf = (routing: Routing, at: number): Pick<AuthoredSection, 'text' | 'sectionTime'> => {
  const { pieces, sections } = routing
  const piece = pieces[at]
  // What is inside of it is there still, with what it says itself.
  const outwards = piece?.around.slice(piece.around.indexOf(piece.home)) ?? []
  const said = outwards.toReversed().flatMap((span) => present(span.id, sections).map(({ text }) => ({ span, text })))
  const texts = said.flatMap(({ span, text }) => (text !== undefined && opens(pieces, at, span) ? [text] : []))
  const times = (piece?.around ?? []).flatMap((span) => timeOf(routing, span))
  return { ...(texts.length > 0 && { text: texts.join('') }), ...(times.length > 0 && { sectionTime: Math.min(...times) }) }
}

/** Members of a section that stand together: questions alone, or sections with the questions between them in their own sections. */
const membersOf = ({ ids, sections, questions }: Routing, id: string, name: string, members: readonly Span[]) => {
  if (members.every(({ kind }) => kind === 'item')) return { questions: members.flatMap((one) => present(one.id, questions)) }
  const inside: AuthoredSection[] = []
  let between: Question[] | undefined
  for (const one of members) {
    if (one.kind === 'section') {
      between = undefined
      inside.push(...present(one.id, sections))
      continue
    }
    if (!between) {
      between = []
      inside.push({ id: ids.take(`${id}.between${inside.length}`), name, questions: between })
    }
    between.push(...present(one.id, questions))
  }
  return { sections: inside }
}

/** A question that has its own time is called as its author calls it, as far as that is more than its identifier. */
const nameOf = ({ members: [only, ...others] }: Piece, home: AuthoredSection): string => {
  const title = others.length === 0 && only?.kind === 'item' && only.seconds !== undefined ? (only.title ?? '').trim() : ''
  return title === '' || only?.identifiers.includes(title) ? home.name : title
}

const sectionOf = (routing: Routing, at: number, id: string): AuthoredSection | undefined => {
  const piece = routing.pieces[at]
  const [home] = present(piece?.home.id, routing.sections)
  if (!piece || !home) return undefined
  // What only says how it stands among its neighbours says nothing of a part.
  const { visible, keepTogether, required, fixed, text, sectionTime, ...own } = home
  const name = nameOf(piece, home)
  const inside = isWhole(piece) ? own : { name, ...membersOf(routing, id, name, piece.members) }
  const oneWay = routing.isOneWay(piece.home)
  return { ...inside, id, ...introOf(routing, at), ...(oneWay !== undefined && { oneWay }) }
}

/** Ids of the parts: the first of a section has the section's own. */
const idsOf = ({ pieces, ids }: Routing): string[] => {
  const counts = new Map<Span, number>()
  return pieces.map(({ home }) => {
    const count = (counts.get(home) ?? 0) + 1
    counts.set(home, count)
    const id = home.id ?? ''
    return count === 1 && id !== endOfExam ? id : ids.take(`${id}.${count}`)
  })
}

/** Where a learner may come into a span: at its beginning, and where branches of what stands before it lead. */
const entriesOf = (spans: readonly Span[], { start, end }: Span): number[] => {
  const led = spans
    .filter((one) => one.end <= start)
    .flatMap(({ branches }) => branches.flatMap(({ to }) => (typeof to === 'number' && start < to && to < end ? [to] : [])))
  return [start, ...led]
}

/** Whether some question of a span is set in any case of who comes into it there. */
const isSureFrom = (pieces: readonly Piece[], span: Span, entry: number): boolean =>
  pieces.some(
    (piece) =>
      isIn(piece, span) &&
      piece.start >= entry &&
      piece.around.slice(0, piece.around.indexOf(span)).every(({ preConditions }) => preConditions.length === 0),
  )

/** Branches are looked at behind a part that was asked: where nothing of a section is, its own aren't. */
const loseUnended = ({ reading, pieces }: Routing) => {
  const spans = [...new Set(pieces.flatMap(({ ending }) => ending))]
  for (const span of spans) {
    if (span.branches.length === 0 || span.kind === 'item') continue
    if (entriesOf(spans, span).every((entry) => isSureFrom(pieces, span, entry))) continue
    const why = 'It is followed by those alone who are set one of its questions.'
    reading.lose(span.place, 'branch rule', why, 'structure')
  }
}

/** The parts of an exam in which answers decide, with the rules by which each is asked and where it leads. */
export const routedSections = (routing: Routing): AuthoredSection[] => {
  const ids = idsOf(routing)
  loseUnended(routing)
  return routing.pieces.flatMap((piece, at) => {
    const section = sectionOf(routing, at, ids[at] ?? '')
    if (!section) return []
    const ways = waysOn(routing.pieces, at)
    if (!ways)
      routing.reading.lose(piece.home.place, 'branch rule', 'It would take too many rules. What follows is set.', 'structure')
    const leadsTo = (ways ?? []).map((way) => ({ to: ids[way.to] ?? endOfExam, if: way.if }))
    const askedIf = askedIfOf(routing, at)
    return [{ ...section, ...(askedIf.length > 0 && { askedIf }), ...(leadsTo.length > 0 && { leadsTo }) }]
  })
}
