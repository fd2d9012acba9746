import type { ReportItem } from '@sitwell/contract'
import type { AuthoredExam, AuthoredSection } from '../../import/authored-exam.ts'
import type { ItemVerdict } from '../../import/imported-package.ts'
import type { ReportedItem } from '../../import/report/import-report.ts'

/** Characters of a source, and of a question as JSON, that a report shows: what is longer holds a picture in its text. */
const mostCharacters = 20_000

type Question = NonNullable<AuthoredSection['questions']>[number]

const questionsIn = ({ questions = [], sections = [] }: AuthoredSection): Question[] => [
  ...questions,
  ...sections.flatMap(questionsIn),
]

/** A text no longer than is shown; no character is cut in two. */
const cut = (whole: string): { readonly text: string; readonly isCut: boolean } =>
  whole.length <= mostCharacters
    ? { text: whole, isCut: false }
    : { text: whole.slice(0, mostCharacters).toWellFormed(), isCut: true }

const questionOf = (item: ReportedItem, verdict: ItemVerdict, question: Question | undefined): ReportItem['question'] => {
  if (!verdict.question) return undefined
  const content = cut(JSON.stringify(question ?? {}, undefined, 1))
  return {
    id: verdict.question.id,
    type: item.type ?? '',
    marks: item.marks ?? 0,
    marking: item.marking ?? '',
    content: content.text,
    isContentCut: content.isCut,
  }
}

/** The items of a report, each with its source beside the question that it became. */
export function* reportItemsOf(
  exam: AuthoredExam,
  items: readonly ReportedItem[],
  verdicts: readonly ItemVerdict[],
): Generator<ReportItem> {
  const questions = new Map(exam.sections.flatMap(questionsIn).map((one) => [one.id, one]))
  for (const [at, item] of items.entries()) {
    const verdict = verdicts[at]
    if (!verdict) continue
    const original = verdict.original?.()
    const source = original === undefined ? undefined : cut(original)
    const question = questionOf(item, verdict, verdict.question && questions.get(verdict.question.id))
    yield {
      number: at + 1,
      place: item.place,
      identifier: item.identifier,
      verdict: item.verdict,
      losses: item.losses.map(({ what, why, loss }) => ({ what, why, loss })),
      ...(source && { source: source.text }),
      isSourceCut: source?.isCut ?? false,
      ...(question && { question }),
    }
  }
}
