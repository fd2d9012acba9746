import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type AuthoredExam, authoredExam } from '../import/authored-exam.ts'
import { hideIds } from '../import/hide-ids.ts'
import type { ImportedPackage } from '../import/imported-package.ts'

/** What the ids of an exam that is stored already were drawn from. */
const idSeedOf = (content: string | undefined): AuthoredExam['idSeed'] =>
  content === undefined ? undefined : authoredExam.shape.idSeed.catch(undefined).parse(JSON.parse(content).idSeed)

/** An exam as it would be stored. */
export interface ComparedExam {
  readonly next: AuthoredExam
  /** It as JSON. */
  readonly content: string
  /** It is there exactly so. */
  readonly isSame: boolean
}

/** An exam that is stored, as JSON. `edited`: as an export has it, with the mark schemes that staff made since; undefined if they made none. */
export interface HeldContent {
  readonly content: string
  readonly edited: string | undefined
}

/** Compares the exam of a package with the one that is in its place, if any. */
export const comparedExam = (
  { exam, hasForeignIds }: Pick<ImportedPackage, 'exam' | 'hasForeignIds'>,
  held: HeldContent | undefined,
): ComparedExam => {
  const next = hasForeignIds ? hideIds(exam, idSeedOf(held?.content) ?? randomBytes(16).toString('hex')) : exam
  const content = JSON.stringify(next)
  // An export that comes back may name its fields in another order.
  const isSame = [held?.content, held?.edited].some(
    (one) => one !== undefined && (one === content || isDeepStrictEqual(JSON.parse(one), JSON.parse(content))),
  )
  return { next, content, isSame }
}
