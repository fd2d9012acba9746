import { sectionMarks } from '@sitwell/exam/paper/marks'
import { firstQuestion, questionsOf, type SectionNode } from '@sitwell/exam/paper/paper'
import { afterPaint } from '@sitwell/layer/after-paint.ts'
import { classNames } from '@sitwell/ui/class-names.ts'
import { Icon } from '@sitwell/ui/icon.tsx'
import { memo, useEffect, useMemo, useRef } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import type { FormRun } from '../../../sync/form-run/form-run.ts'
import type { LoadedExam } from '../../content/loaded-exam.ts'
import type { Reach } from '../../session/moves/use-reach.ts'
import styles from './navigation-panel.module.css'
import { QuestionButton } from './question-button.tsx'

interface PanelProps {
  readonly exam: LoadedExam
  readonly formRun: FormRun
  readonly currentQuestionId: string
  readonly reach: Reach
  onPick(questionId: string): void
  onPickSection(section: SectionNode): void
}

/** The sections of the exam, nested, each with the buttons of its questions (spec 3 §2). */
export const NavigationPanel = memo((props: PanelProps) => {
  const { text } = usePlayer()
  const panel = useRef<HTMLElement>(null)
  // In a long panel the current question stays in sight.
  const { currentQuestionId } = props
  useEffect(() => {
    // Once the question is painted: to know where a button stands, hundreds of them are laid out.
    afterPaint(() => {
      const current = panel.current?.querySelector(`[data-question="${CSS.escape(currentQuestionId)}"]`)
      current?.scrollIntoView({ block: 'nearest' })
    })
  }, [currentQuestionId])
  return (
    <nav ref={panel} aria-label={text('exam.questions')} className={styles.panel}>
      <SectionPart {...props} node={props.exam.paper.root} />
    </nav>
  )
})

/** Buttons that change together, where one of them does. */
const runOf = 25
const inRuns = (ids: readonly string[]) =>
  Array.from({ length: Math.ceil(ids.length / runOf) }, (_, index) => ids.slice(index * runOf, (index + 1) * runOf))

/** Some of a section's buttons. They are drawn again only if the current question is one of them, or was. */
const QuestionRun = memo(
  ({
    exam,
    formRun,
    ids,
    currentQuestionId,
    reach,
    onPick,
  }: Pick<PanelProps, 'exam' | 'formRun' | 'reach' | 'onPick'> & {
    readonly ids: readonly string[]
    readonly currentQuestionId: string | undefined
  }) =>
    ids.flatMap((id) => {
      const question = exam.questions.get(id)
      if (!question) return []
      return (
        <li key={id} data-question={id}>
          <QuestionButton
            question={question}
            formRun={formRun}
            isCurrent={id === currentQuestionId}
            isReachable={reach.isReachable(id)}
            onPick={onPick}
          />
        </li>
      )
    }),
)

const SectionPart = ({ node, ...props }: PanelProps & { readonly node: SectionNode }) => {
  const { currentQuestionId } = props
  const runs = useMemo(() => inRuns(node.questionIds), [node.questionIds])
  return (
    <>
      {node.sections.map((child) => (
        <section key={child.id} className={styles.section}>
          <SectionName {...props} node={child} />
          <SectionPart {...props} node={child} />
        </section>
      ))}
      {node.questionIds.length > 0 && (
        <ol className={styles.questions}>
          {runs.map((ids) => (
            <QuestionRun
              key={ids[0]}
              exam={props.exam}
              formRun={props.formRun}
              reach={props.reach}
              onPick={props.onPick}
              ids={ids}
              currentQuestionId={ids.includes(currentQuestionId) ? currentQuestionId : undefined}
            />
          ))}
        </ol>
      )}
    </>
  )
}

/** A step on the way through the exam: where the learner is, what is behind them for good, and what they may go to. */
const SectionName = ({ node, exam, currentQuestionId, reach, onPickSection }: PanelProps & { readonly node: SectionNode }) => {
  const { text, settings } = usePlayer()
  const section = exam.sections.get(node.id)
  if (settings.hideSectionNamesInPlayer || !section || section.name === '') return null
  const marks = sectionMarks(
    node,
    (id) => exam.sections.get(id)?.marks,
    (id) => exam.questions.get(id)?.marks ?? 0,
  )
  const inWords = text('exam.marks', { marks })
  const first = firstQuestion(node)
  const isComplete = reach.isComplete(node.id)
  const isCurrent = questionsOf(node).includes(currentQuestionId)
  return (
    <button
      type="button"
      className={classNames(styles.name, isCurrent && styles.currentStep)}
      aria-current={isCurrent ? 'step' : undefined}
      disabled={first === undefined || !(isCurrent || questionsOf(node).some(reach.isReachable))}
      onClick={() => onPickSection(node)}
    >
      <span>{text('exam.sectionName', { name: section.name, marks: inWords })}</span>
      {isComplete && (
        <span className={styles.complete}>
          <Icon name="check" />
          {text('exam.sectionComplete')}
        </span>
      )}
    </button>
  )
}
