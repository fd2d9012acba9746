import type { QtiVersion } from '@sitwell/qti/declaration'
import type { QtiElement } from '@sitwell/qti/element'
import type { AuthoredSection } from '../../authored-exam.ts'
import type { AuthoredRoute } from '../../authored-route.ts'
import { cutParts } from './cut-parts.ts'
import { followGates, type Span } from './follow-gates.ts'
import type { Member } from './gates.ts'
import { knownItem, knownOutcomes } from './known-items.ts'
import type { TestReading } from './read-section.ts'
import { routedSections } from './routed-sections.ts'
import { heldTimes } from './time-limits.ts'

type Question = NonNullable<AuthoredSection['questions']>[number]

/** A test that is cut into the parts of its exam, before its questions count as its result has it. */
export interface RoutePlan {
  /** Whether answers decide which of them are set. */
  readonly isGated: boolean
  /** Its sections as those parts, and what their rules know of the test. */
  routed(sections: readonly AuthoredSection[]): { readonly sections: AuthoredSection[]; readonly route: AuthoredRoute }
}

const isGated = (span: Span): boolean => span.preConditions.length > 0 || span.branches.length > 0 || span.members.some(isGated)

const isTimed = (span: Span): boolean => span.members.some((one) => one.seconds !== undefined || isTimed(one))

const untimed = (span: Span): Span => ({ ...span, seconds: undefined, members: span.members.map(untimed) })

const within = (section: AuthoredSection): AuthoredSection[] => [section, ...(section.sections ?? []).flatMap(within)]

interface ReadMembers {
  /** The test parts. */
  readonly members: readonly Member[]
  readonly tree: QtiElement
  readonly version: QtiVersion
  /** Whether the only test part is the exam itself, and its sections the exam's. */
  readonly isOnly: boolean
}

/** What rules know of a test whose sections were read, by the ids of its questions as these count. */
export const routeOf = (
  { items, unweighted }: Pick<TestReading, 'items' | 'unweighted'>,
  { tree, version }: Pick<ReadMembers, 'tree' | 'version'>,
  sections: readonly AuthoredSection[],
): AuthoredRoute => {
  const questions = new Map(
    sections.flatMap(within).flatMap((one) => (one.questions ?? []).map((own): [string, Question] => [own.id, own])),
  )
  const placeOf = new Map(items.map((item) => [item.identifier, item]))
  const takenOf = new Map([...unweighted.values()].map((item) => [item.identifier, item]))
  const marksOf = (identifier: string, counted: Question | undefined): number | undefined => {
    const taken = takenOf.get(identifier)
    if (!taken || !counted || counted.marks === taken.question.marks) return undefined
    // What counts for nothing is worth what its key gives it; a person gives it nothing.
    return counted.marks > 0 || taken.marking === 'by its key' ? taken.question.marks : undefined
  }
  return {
    version,
    test: knownOutcomes(tree, version).kept,
    items: [...unweighted.values()].map(knownItem).map(({ identifier, question, processing }) => {
      const { categories = [], sections: around = [], weights = {} } = placeOf.get(identifier) ?? {}
      const isMarked = questions.get(question)?.processing?.kind === 'qti'
      const marks = isMarked ? undefined : marksOf(identifier, questions.get(question))
      return {
        ...{ question, identifier, categories: [...categories], sections: [...around], weights: { ...weights } },
        ...(marks !== undefined && { marks }),
        ...(!isMarked && processing && { processing }),
      }
    }),
  }
}

/**
 * The parts of a test's exam: where answers decide which of its questions are set, or something that is no part by itself has its own time.
 * Undefined if neither is so. What can't be followed is told.
 */
export const planRoute = (
  { reading, ids, items, unweighted }: TestReading,
  { members, tree, version, isOnly }: ReadMembers,
): RoutePlan | undefined => {
  const taken = [...unweighted.values()].map(knownItem)
  const outcomes = knownOutcomes(tree, version)
  const known = { items: taken, outcomes: outcomes.names }
  const rootsOf = (spans: readonly Span[]) => (isOnly ? spans.flatMap((part) => part.members) : spans)
  const followed = followGates(reading, members, known)
  const byAnswers = cutParts(followed.map(untimed), rootsOf(followed.map(untimed)))
  const parts = heldTimes(reading, followed, ({ start, end }) =>
    byAnswers.every((one) => one.end <= start || end <= one.start || (one.start <= start && end <= one.end)),
  )
  const hasGates = parts.some(isGated)
  if (!hasGates && !rootsOf(parts).some(isTimed)) return undefined
  const pieces = cutParts(parts, rootsOf(parts))
  return {
    isGated: hasGates,
    routed: (read) => {
      const all = read.flatMap(within)
      const sections = new Map(all.map((one) => [one.id, one]))
      const questions = new Map(all.flatMap((one) => (one.questions ?? []).map((own): [string, Question] => [own.id, own])))
      const route = routeOf({ items, unweighted }, { tree, version }, read)
      const isOneWay = ({ isLinear }: Span) => (hasGates ? true : isOnly ? undefined : isLinear)
      return { sections: routedSections({ reading, ids, known, pieces, sections, questions, isOneWay }), route }
    },
  }
}
