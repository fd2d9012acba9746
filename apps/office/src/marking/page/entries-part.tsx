import type { MarkingItem, ShownEntry } from '@sitwell/contract'
import { useOffice } from '../../office-context.tsx'
import { useMomentText } from '../../people/use-moment-text.ts'
import { useMarksText } from '../mark/marks-text.ts'
import styles from './page.module.css'

const EntryLine = ({ entry, item }: { readonly entry: ShownEntry; readonly item: MarkingItem }) => {
  const { text } = useOffice()
  const marksText = useMarksText()
  const moment = useMomentText()
  const { kind, by, at, marks, points, comment, learnerComment, reason, isFlagged } = entry
  const titleOf = (id: string) => item.scheme?.criteria.find((one) => one.id === id)?.title ?? id
  const who = by === 'you' ? text('marking.byYou') : text('marking.byMarker', { number: by.marker })
  return (
    <li className={styles.entry}>
      <p className={styles.entryHead}>
        <strong>{who}</strong>
        <span>{marks === undefined ? text(`marking.entry.${kind}`) : text('marking.gave', { marks: marksText(marks) })}</span>
        {isFlagged && <span className={styles.flagged}>{text('marking.flagged')}</span>}
        <time dateTime={at} className={styles.quiet}>
          {moment(at)}
        </time>
      </p>
      {points && points.length > 0 && (
        <p className={styles.quiet}>
          {points.map(({ criterion, marks: given }) => (
            <span key={criterion} className={styles.point}>
              <bdi>{titleOf(criterion)}</bdi> <span>{marksText(given)}</span>
            </span>
          ))}
        </p>
      )}
      {reason !== undefined && reason !== '' && <p dir="auto">{reason}</p>}
      {comment !== undefined && comment !== '' && <p dir="auto">{comment}</p>}
      {learnerComment !== undefined && learnerComment !== '' && (
        <p dir="auto">
          <span className={styles.quiet}>{text('marking.learnerComment')}</span> <span>{learnerComment}</span>
        </p>
      )}
    </li>
  )
}

/** What stands in the ledger of a response, without names: both marks where two disagree. */
export const EntriesPart = ({ item }: { readonly item: MarkingItem }) => {
  const { text } = useOffice()
  if (item.entries.length === 0) return null
  return (
    <section aria-label={text('marking.entries')} className={styles.entries}>
      <h3 className={styles.small}>{text('marking.entries')}</h3>
      <ol className={styles.list}>
        {item.entries.map((entry) => (
          <EntryLine key={entry.entry} entry={entry} item={item} />
        ))}
      </ol>
    </section>
  )
}
