import { answeredOf } from '@sitwell/exam/paper/answered'
import { type ReviewedQuestion, reviewedQuestion } from '@sitwell/exam/paper/review'
import { finishingOf } from '@sitwell/exam/parts/finishing'
import { askedAbout } from '@sitwell/exam/parts/navigation'
import { wantsAnswer } from '@sitwell/question-types/rules'
import { useMemo, useSyncExternalStore } from 'react'
import { placeOf } from '../../session/moves/place-of.ts'
import { partsAnswered } from '../../session/run/use-answer.ts'
import type { ExamRun } from '../../session/run/use-exam-run.ts'

interface Review {
  readonly questions: readonly ReviewedQuestion[]
  /** Questions whose last answer has yet to reach the server. */
  readonly unsent: number
}

/** What Finish would finish now, question by question: of a part its own, of the exam all that can still be gone to. */
export const useReview = ({ visit: { exam }, formRun }: ExamRun): Review => {
  const { answers, files } = formRun
  const changes = useMemo(() => {
    let count = 0
    return {
      subscribe: (tell: () => void) =>
        answers.subscribe(() => {
          count += 1
          tell()
        }),
      count: () => count,
    }
  }, [answers])
  const changed = useSyncExternalStore(changes.subscribe, changes.count)
  const filesVersion = useSyncExternalStore(files.subscribe, files.version)
  const place = placeOf(exam, formRun.time.read().time)
  const ids = askedAbout(exam.paper, exam.plan, place, finishingOf(exam.paper, exam.plan, place).kind).join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: `changed` and `filesVersion` change with the answers and files that are read here
  return useMemo(() => {
    const questions = ids.split('\n').flatMap((id) => {
      const question = exam.questions.get(id)
      if (!question) return []
      const record = answers.get(id)
      const parts = partsAnswered(formRun, question)
      return reviewedQuestion(id, {
        wantsAnswer: wantsAnswer(question),
        answered: answeredOf(parts),
        lacksFile: parts.lacksFile === true,
        bookmarked: record.bookmarked,
        seen: formRun.seen.has(id),
      })
    })
    const own = new Set(questions.map(({ id }) => id))
    return { questions, unsent: formRun.unsent().filter((id) => own.has(id)).length }
  }, [exam, answers, formRun, ids, changed, filesVersion])
}
