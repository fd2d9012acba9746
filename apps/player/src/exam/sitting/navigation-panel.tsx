import { sectionMarks } from '@sitwell/exam/marks'
import { firstQuestion, type SectionNode } from '@sitwell/exam/paper'
import { memo } from 'react'
import { usePlayer } from '../../api/player-context.tsx'
import type { FormRun } from '../../sync/form-run.ts'
import type { LoadedExam } from '../loaded-exam.ts'
import styles from './navigation-panel.module.css'
import { QuestionButton } from './question-button.tsx'

interface PanelProps {
  readonly exam: LoadedExam
  readonly formRun: FormRun
  readonly currentQuestionId: string
  onPick(questionId: string): void
  onPickSection(section: SectionNode): void
}

/** The sections of the exam, nested, each with the buttons of its questions (spec 3 §2). */
export const NavigationPanel = memo((props: PanelProps) => {
  const { text } = usePlayer()
  return (
    <nav aria-label={text('exam.questions')} className={styles.panel}>
      <SectionPart {...props} node={props.exam.paper.root} />
    </nav>
  )
})

const SectionPart = ({ node, ...props }: PanelProps & { readonly node: SectionNode }) => {
  const { exam, formRun, currentQuestionId, onPick } = props
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
          {node.questionIds.flatMap((id) => {
            const question = exam.questions.get(id)
            if (!question) return []
            return (
              <li key={id}>
                <QuestionButton question={question} formRun={formRun} isCurrent={id === currentQuestionId} onPick={onPick} />
              </li>
            )
          })}
        </ol>
      )}
    </>
  )
}

const SectionName = ({ node, exam, onPickSection }: PanelProps & { readonly node: SectionNode }) => {
  const { text, settings } = usePlayer()
  const section = exam.sections.get(node.id)
  if (settings.hideSectionNamesInPlayer || !section || section.name === '') return null
  const marks = sectionMarks(
    node,
    (id) => exam.sections.get(id)?.marks,
    (id) => exam.questions.get(id)?.marks ?? 0,
  )
  const inWords = marks === 1 ? text('exam.oneMark') : text('exam.marks', { marks })
  return (
    <button
      type="button"
      className={styles.name}
      disabled={firstQuestion(node) === undefined}
      onClick={() => onPickSection(node)}
    >
      {text('exam.sectionName', { name: section.name, marks: inWords })}
    </button>
  )
}
