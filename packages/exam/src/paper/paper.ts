/** The sections and questions of each section, in order; the paper itself is the section `root` (spec 3 §3). */
export interface Mapping {
  readonly sectionId: string
  readonly sectionIds: readonly string[]
  readonly questionIds: readonly string[]
}

/** A section with its content. Its sections come before its questions, in the order of their numbers. */
export interface SectionNode {
  readonly id: string
  /** 0 for the paper, 1 for its parts. */
  readonly depth: number
  readonly questionIds: readonly string[]
  readonly sections: readonly SectionNode[]
}

/** A paper: its tree, and the questions in the order in which a learner meets them. */
export interface Paper {
  readonly root: SectionNode
  readonly order: readonly string[]
  /** The place of each question in `order`, from 0. */
  readonly placeOf: ReadonlyMap<string, number>
}

const rootId = 'root'

/** The questions in a section and all its sections, in order: the sections' first. */
export const questionsOf = (node: SectionNode): string[] => [...node.sections.flatMap(questionsOf), ...node.questionIds]

/** A section with all sections in it. */
export const sectionIdsOf = (node: SectionNode): string[] => [node.id, ...node.sections.flatMap(sectionIdsOf)]

/**
 * The paper that the mappings describe. Throws an error if they don't describe one: no root, a section within itself, a
 * question in two places, or one whose id is also that of a section, which would make an address ambiguous (spec 3 §5).
 */
export const buildPaper = (mappings: readonly Mapping[]): Paper => {
  const bySection = new Map(mappings.map((mapping) => [mapping.sectionId, mapping]))
  if (!bySection.has(rootId)) throw new Error('The navigation panel has no root mapping')
  const sectionIds = new Set(mappings.flatMap((mapping) => [mapping.sectionId, ...mapping.sectionIds]))
  const build = (id: string, depth: number, within: readonly string[]): SectionNode => {
    if (within.includes(id)) throw new Error(`The section ${id} contains itself`)
    const mapping = bySection.get(id)
    return {
      id,
      depth,
      questionIds: mapping?.questionIds ?? [],
      sections: (mapping?.sectionIds ?? []).map((child) => build(child, depth + 1, [...within, id])),
    }
  }
  const root = build(rootId, 0, [])
  const order = questionsOf(root)
  for (const id of order) if (sectionIds.has(id)) throw new Error(`The result id ${id} is also a section id`)
  const placeOf = new Map(order.map((id, place) => [id, place]))
  for (const [place, id] of order.entries())
    if (placeOf.get(id) !== place) throw new Error(`The question ${id} is in two sections`)
  return { root, order, placeOf }
}

/** Where the learner is, for `current / total`. */
export const progress = (paper: Paper, questionId: string) => ({
  current: (paper.placeOf.get(questionId) ?? -1) + 1,
  total: paper.order.length,
})

/** The first question in a section or in its sections; undefined in an empty one. */
export const firstQuestion = (node: SectionNode): string | undefined => questionsOf(node)[0]

/** The sections from the paper down to the one that holds a question, without the paper itself. */
export const sectionsAround = (paper: Paper, questionId: string): SectionNode[] => {
  const search = (node: SectionNode): SectionNode[] | undefined => {
    if (node.questionIds.includes(questionId)) return [node]
    for (const child of node.sections) {
      const found = search(child)
      if (found) return [node, ...found]
    }
    return undefined
  }
  return (search(paper.root) ?? []).filter((node) => node.id !== rootId)
}

/** Where picking a section leads: to its first question, or nowhere when the learner is in it already (spec 3 §4). */
export const pickSection = (node: SectionNode, currentQuestionId: string): string | undefined =>
  questionsOf(node).includes(currentQuestionId) ? currentQuestionId : firstQuestion(node)

/**
 * The question to open first: the one that was open before, otherwise the `initialPage`-th (from 1), otherwise the first (spec
 * 2 §3).
 */
export const openingQuestion = (paper: Paper, currentQuestionId: string | undefined, initialPage: number) =>
  currentQuestionId !== undefined && paper.placeOf.has(currentQuestionId)
    ? currentQuestionId
    : (paper.order[initialPage - 1] ?? paper.order[0])
