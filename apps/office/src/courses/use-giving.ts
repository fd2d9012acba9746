import { type CourseChangePreview, officeChangeCourse, officePreviewCourse } from '@sitwell/contract'
import { noSelection, type Selection } from '@sitwell/office-ui/selection.ts'
import { useState } from 'react'
import { useOffice } from '../office-context.tsx'
import { courseFailureText } from './course-text.ts'
import { currentPreview } from './current-preview.ts'
import { useReadCoursesAgain } from './use-course.ts'

/** The people and groups that are chosen to get a course. */
export interface Choice {
  /** Keys are numbers of people. */
  readonly people: Selection
  /** Keys are ids of groups. */
  readonly groups: Selection
  /** People who have finished the course get it again. */
  readonly again: boolean
}

const nobody: Choice = { people: noSelection, groups: noSelection, again: false }

export const isNobody = ({ people, groups }: Choice): boolean => people.keys.size + groups.keys.size === 0

const bodyOf = (courseGuid: string, { people, groups, again }: Choice) => ({
  ...{ courseGuid, action: 'give' as const, again },
  ...{ userIDs: [...people.keys].map(Number), groupIDs: [...groups.keys] },
})

/** What would become of those who were chosen. */
export interface Shown {
  /** What the preview was asked with: what is applied is the same. */
  readonly body: ReturnType<typeof bodyOf>
  readonly preview: CourseChangePreview
  /** Something has changed since the last preview. */
  readonly isNewer: boolean
}

/** The result of it: a sentence, and from whom it can be taken back. */
interface Done {
  readonly notice: string
  readonly changed: readonly number[]
}

/** Giving a course: the choice, the preview of it, and the change that was previewed. */
export const useGiving = (courseGuid: string) => {
  const { api, text } = useOffice()
  const readAgain = useReadCoursesAgain()
  const [choice, setChoice] = useState(nobody)
  const [shown, setShown] = useState<Shown>()
  const [problem, setProblem] = useState<string>()
  const [isPending, setPending] = useState(false)
  const [done, setDone] = useState<Done>()

  const preview = async () => {
    setProblem(isNobody(choice) ? text('courses.give.nobody') : undefined)
    if (isNobody(choice)) return
    setPending(true)
    setDone(undefined)
    const body = bodyOf(courseGuid, choice)
    const outcome = await api.call(officePreviewCourse, { body })
    setPending(false)
    if (outcome.ok) setShown({ body, preview: outcome.value, isNewer: false })
    else setProblem(courseFailureText(outcome, text))
  }
  const apply = async ({ body, preview: { hash } }: Shown) => {
    setPending(true)
    setProblem(undefined)
    const outcome = await api.call(officeChangeCourse, { body: { ...body, hash } })
    setPending(false)
    if (outcome.ok || outcome.kind === 'unreachable') readAgain()
    if (outcome.ok) {
      const { changed, totals } = outcome.value
      setDone({ notice: text('courses.give.done', { count: totals.changed }), changed })
      setShown(undefined)
      setChoice(nobody)
      return
    }
    const current = currentPreview(outcome)
    if (current) setShown({ body, preview: current, isNewer: true })
    else setProblem(courseFailureText(outcome, text))
  }
  /** Back to the choice, which stays as it was. */
  const choose = () => {
    setProblem(undefined)
    setShown(undefined)
  }
  return { choice, setChoice, shown, problem, isPending, done, setDone, preview, apply, choose }
}

export type Giving = ReturnType<typeof useGiving>
