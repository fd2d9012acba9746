import type { ReportItem } from '@sitwell/contract'
import { StatusMark } from '@sitwell/office-ui/status-mark.tsx'
import { useId } from 'react'
import { useOffice } from '../../office-context.tsx'
import { typeName } from '../type-name.ts'
import { LossList } from './loss-list.tsx'
import { QuestionText } from './question-text.tsx'
import styles from './report.module.css'
import { SourceText } from './source-text.tsx'

const looks = {
  faithful: { tone: 'good', id: 'library.verdict.faithful' },
  'with loss': { tone: 'late', id: 'library.verdict.withLoss' },
  'left out': { tone: 'bad', id: 'library.verdict.leftOut' },
} as const

/** One item of an upload: what was lost, and the source beside the question that it became. */
export const ReportedItem = ({ item }: { readonly item: ReportItem }) => {
  const { text } = useOffice()
  const id = useId()
  const { number, identifier, place, verdict, losses, source, isSourceCut, question } = item
  const { tone, id: verdictId } = looks[verdict]
  return (
    <article aria-labelledby={id} className={styles.item} data-verdict={verdict}>
      <div className={styles.head}>
        <h3 id={id} className={styles.title}>
          <span>{text('library.item', { number })}</span> <bdi>{identifier}</bdi>
        </h3>
        <StatusMark tone={tone} text={text(verdictId)} />
      </div>
      <p className={styles.place}>
        <bdi>{place}</bdi>
      </p>
      {losses.length > 0 && <LossList losses={losses} />}
      <div className={styles.sides}>
        <div className={styles.side}>
          <h4 className={styles.sideTitle}>{text('library.source')}</h4>
          {source === undefined ? (
            <p className={styles.why}>{text('library.noSource')}</p>
          ) : (
            <SourceText label={text('library.sourceOf', { number })} content={source} isCut={isSourceCut} />
          )}
        </div>
        <div className={styles.side}>
          <h4 className={styles.sideTitle}>{text('library.result')}</h4>
          {question === undefined ? (
            <p className={styles.why}>{text('library.noResult')}</p>
          ) : (
            <>
              <p className={styles.why}>
                <span>{typeName(question.type, text)}</span> <span aria-hidden="true">·</span>{' '}
                <span>{text('library.marksOf', { count: question.marks })}</span>
              </p>
              {question.marking !== '' && (
                <p lang="en" dir="auto" className={styles.why}>
                  {question.marking}
                </p>
              )}
              <QuestionText content={question.content} isCut={question.isContentCut} number={number} />
            </>
          )}
        </div>
      </div>
    </article>
  )
}
