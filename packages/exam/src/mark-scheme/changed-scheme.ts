import type { MarkCriterion, MarkScheme } from './mark-scheme.ts'

/** How a scheme differs from the one before: not at all, in its words alone, or in what can be given. */
export type SchemeChange = 'nothing' | 'texts' | 'marks'

const worthOf = ({ id, minMarks = 0, maxMarks, levels }: MarkCriterion) => [
  id,
  minMarks,
  maxMarks,
  levels?.map(({ marks }) => marks).toSorted((one, other) => one - other) ?? null,
]

const marksOf = ({ criteria, floor = 0, ceiling }: MarkScheme) =>
  JSON.stringify([
    criteria.map(worthOf).toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1)),
    floor,
    ceiling ?? null,
  ])

const allOf = ({ criteria, guidance }: MarkScheme) =>
  JSON.stringify([
    criteria.map(({ id, title, description, levels }) => [
      id,
      title,
      description ?? '',
      levels?.map(({ marks, description: words }) => [marks, words]) ?? null,
    ]),
    guidance ?? '',
  ])

/** How `after` differs from `before`. Another order of criteria or levels is a change of the words: it changes nobody's marks. */
export const changeBetween = (before: MarkScheme | undefined, after: MarkScheme): SchemeChange => {
  const earlier = before ?? { criteria: [] }
  if (marksOf(earlier) !== marksOf(after)) return 'marks'
  return allOf(earlier) === allOf(after) ? 'nothing' : 'texts'
}
