import type { Question } from '@sitwell/contract'
import { questionsOf, type SectionNode } from '@sitwell/exam/paper/paper'
import type { ExamFiles, PanelUploads } from '@sitwell/question-types/panels'
import { Html } from '@sitwell/ui/html.tsx'
import { useCallback, useMemo, useRef } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import type { FormRun } from '../../../sync/form-run/form-run.ts'
import type { LoadedExam } from '../../content/loaded-exam.ts'
import { textsOf } from '../../content/scenario-of.ts'
import type { Moves } from '../../session/moves/use-moves.ts'
import styles from './all-questions.module.css'
import { type Listed, type Printing, QuestionView } from './question-view.tsx'
import { useScrollToCurrent } from './use-scroll-to-current.ts'

interface ListProps {
  readonly exam: LoadedExam
  readonly formRun: FormRun
  readonly files: ExamFiles
  readonly uploads: PanelUploads
  readonly currentQuestionId: string
  readonly mayAnswer: boolean
  readonly shownId: string | undefined
  readonly printing: Printing
  onTextFocus(focused: boolean): void
}

/**
 * A section that shows all its questions at once, under each other, each with its numbered button (spec 3 §2). One of them is
 * the current one: the one that the learner moved to, or does something in.
 */
const AllQuestions = ({
  section,
  moves,
  ...given
}: Omit<ListProps, 'currentQuestionId'> & { readonly section: SectionNode; readonly moves: Moves }) => {
  const { text, settings } = usePlayer()
  const { questionId: currentQuestionId, pick, interact: onInteract } = moves
  const { exam } = given
  const list = { ...given, currentQuestionId }
  const container = useRef<HTMLElement>(null)
  const ids = questionsOf(section)
  const interacts = useScrollToCurrent({
    list: container,
    currentQuestionId,
    wishes: moves.wishes,
    isFirst: currentQuestionId === ids[0],
  })
  const latest = useRef({ currentQuestionId, interacts, onInteract })
  latest.current = { currentQuestionId, interacts, onInteract }
  const interact = useCallback((questionId: string) => {
    if (questionId === latest.current.currentQuestionId) return
    latest.current.interacts(questionId)
    latest.current.onInteract(questionId)
  }, [])
  const listed = useMemo<Listed>(() => ({ onPick: pick, onInteract: interact }), [pick, interact])
  const name = settings.hideSectionNamesInPlayer ? '' : (exam.sections.get(section.id)?.name ?? '')
  const numbers = ids.flatMap((id) => exam.questions.get(id)?.number ?? [])

  return (
    <section ref={container} className={styles.all} aria-labelledby="all-questions">
      <h1 id="all-questions" tabIndex={-1} className={styles.title}>
        {name === '' ? text('exam.questionsFromTo', { from: numbers[0] ?? '', to: numbers.at(-1) ?? '' }) : name}
      </h1>
      <SectionQuestions {...list} section={section} listed={listed} />
    </section>
  )
}

const SectionQuestions = ({ section, ...props }: ListProps & { readonly section: SectionNode; readonly listed: Listed }) => {
  const { settings } = usePlayer()
  const { exam } = props
  return (
    <>
      {section.sections.map((child) => {
        const name = exam.sections.get(child.id)?.name ?? ''
        const html = textsOf(exam, [child])
        return (
          <section key={child.id} className={styles.section}>
            {name !== '' && !settings.hideSectionNamesInPlayer && (
              <h2 className={styles.name}>
                <bdi>{name}</bdi>
              </h2>
            )}
            {html !== '' && (
              <div className={styles.text}>
                <Html html={html} />
              </div>
            )}
            <SectionQuestions {...props} section={child} />
          </section>
        )
      })}
      {section.questionIds.length > 0 && (
        <ol className={styles.list}>
          {section.questionIds.flatMap((id) => {
            const question = exam.questions.get(id)
            return question ? [<ListedQuestion key={id} {...props} question={question} />] : []
          })}
        </ol>
      )}
    </>
  )
}

const ListedQuestion = ({
  question,
  exam: _,
  currentQuestionId,
  ...given
}: ListProps & { readonly question: Question; readonly listed: Listed }) => (
  <li data-place={question.id} className={styles.place}>
    <QuestionView {...given} question={question} isCurrent={question.id === currentQuestionId} />
  </li>
)

export default AllQuestions
