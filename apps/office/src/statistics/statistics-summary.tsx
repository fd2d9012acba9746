import type { ExamStatisticsReply } from '@sitwell/contract'
import { useOffice } from '../office-context.tsx'
import { Section } from '../people/section.tsx'
import { figureText, numberText, reasonFor, warningFor } from './figure-text.ts'
import styles from './statistics.module.css'

const measures = [
  ['deviation', 'standardDeviation'],
  ['alpha', 'alpha'],
  ['error', 'standardError'],
] as const

const reasons = ['open', 'later', 'practice', 'unmarked'] as const

/** The figures of the exam as a whole, and who is left out of them. */
export const Summary = ({ of }: { readonly of: ExamStatisticsReply }) => {
  const { text, language } = useOffice()
  const mean =
    typeof of.mean === 'number'
      ? text('statistics.meanOf', {
          mean: numberText(of.mean, language.code, 1),
          most: of.maxMarks.toLocaleString(language.code),
        })
      : figureText(of.mean, text, language.code)
  const shown = [
    { id: 'people', value: of.people.toLocaleString(language.code) },
    { id: 'mean', value: mean },
    ...measures.map(([id, field]) => ({ id, value: figureText(of[field], text, language.code), reason: reasonFor(of[field]) })),
  ] as const
  const left = reasons.filter((reason) => of.excluded[reason] > 0)
  const warning = warningFor(of.people)
  return (
    <Section title={text('statistics.of', { exam: of.examName })}>
      {warning !== undefined && <p className={styles.warning}>{text(warning)}</p>}
      <dl className={styles.figures}>
        {shown.map(({ id, value, ...more }) => (
          <div key={id}>
            <dt>{text(`statistics.${id}`)}</dt>
            <dd>{value}</dd>
            {'reason' in more && more.reason !== undefined && <dd className={styles.reason}>{text(more.reason)}</dd>}
          </div>
        ))}
      </dl>
      <h3 className={styles.caption}>{text('statistics.leftOut')}</h3>
      {left.length === 0 ? (
        <p className={styles.quiet}>{text('statistics.leftOut.none')}</p>
      ) : (
        <ul className={styles.list}>
          {left.map((reason) => (
            <li key={reason}>
              {text(`statistics.leftOut.${reason}`, { count: of.excluded[reason].toLocaleString(language.code) })}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

const definitions = ['people', 'facility', 'corrected', 'alpha', 'options', 'decided', 'time'] as const

/** How each figure is computed, on request. */
export const Definitions = () => {
  const { text } = useOffice()
  return (
    <details className={styles.definitions}>
      <summary>{text('statistics.definitions')}</summary>
      {definitions.map((id) => (
        <p key={id}>{text(`statistics.define.${id}`)}</p>
      ))}
    </details>
  )
}
