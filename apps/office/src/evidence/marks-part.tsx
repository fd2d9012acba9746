import type { EvidenceQuestion } from '@sitwell/contract'
import { useOffice } from '../office-context.tsx'
import { useMomentText } from '../people/use-moment-text.ts'
import styles from './evidence.module.css'
import type { Sitting } from './evidence-text.ts'
import { MarksSource, useFigures } from './marks-source.tsx'

const useNumber = () => {
  const { language } = useOffice()
  const format = new Intl.NumberFormat(language.code, { maximumFractionDigits: 9 })
  return (value: number) => format.format(value)
}

/** Describes how a decision about a question changes the marks of this person. */
const Decided = ({ decided }: { readonly decided: NonNullable<EvidenceQuestion['decided']> }) => {
  const { text } = useOffice()
  const number = useNumber()
  const marks = { score: number(decided.score), max: number(decided.maxScore) }
  return <p className={styles.words}>{text(`evidence.decided.${decided.as}`, marks)}</p>
}

/** What persons gave for a question, and why. */
const Entries = ({ question }: { readonly question: EvidenceQuestion }) => {
  const { text } = useOffice()
  const moment = useMomentText()
  const number = useNumber()
  if (question.entries.length === 0) return <span>{text(question.isWaiting ? 'evidence.waits' : 'evidence.byKey')}</span>
  return (
    <ol className={styles.lines}>
      {question.entries.map(({ part, entry, kind, at, marks, by, reason, comment, learnerComment }) => (
        <li key={`${part} ${entry}`} className={styles.line}>
          <p>
            {[
              text(`evidence.entry.${kind}`),
              ...(marks === undefined ? [] : [text('evidence.marks', { marks: number(marks) })]),
              ...(by === undefined ? [] : [by]),
              moment(at),
            ].join(' · ')}
          </p>
          {[reason, comment, learnerComment].map(
            (words, index) =>
              words !== undefined && (
                <p key={['reason', 'comment', 'learner'][index]} className={styles.words} dir="auto">
                  {words}
                </p>
              ),
          )}
        </li>
      ))}
    </ol>
  )
}

/** The questions with their marks, and what was given for each by whom. */
export const MarksPart = ({ marks }: { readonly marks: NonNullable<Sitting['marks']> }) => {
  const { text } = useOffice()
  const figures = useFigures()
  const number = useNumber()
  return (
    <>
      <p>
        <b>{figures(marks)}</b> {marks.waiting > 0 && <span>{text('evidence.waiting', { count: marks.waiting })}</span>}
      </p>
      <MarksSource marks={marks} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys too */}
      <div className={styles.scrolled} tabIndex={0} role="group" aria-label={text('evidence.questions')}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{text('evidence.question')}</th>
              <th scope="col">{text('evidence.mark')}</th>
              <th scope="col">{text('evidence.given')}</th>
            </tr>
          </thead>
          <tbody>
            {marks.questions.map((question) => (
              <tr key={question.id}>
                <th scope="row">
                  <span>{`${question.number}.`}</span> <span dir="auto">{question.text}</span>
                </th>
                <td className={styles.number}>
                  {question.score === undefined
                    ? text('evidence.noMark', { max: number(question.maxScore) })
                    : text('evidence.score', { score: number(question.score), max: number(question.maxScore) })}
                </td>
                <td>
                  <Entries question={question} />
                  {question.decided && <Decided decided={question.decided} />}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
