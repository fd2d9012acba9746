import { type GivenAnswerRow, officeGivenAnswers } from '@sitwell/contract'
import density from '@sitwell/office-ui/density.module.css'
import { Button } from '@sitwell/ui/button.tsx'
import { usePages } from '../calls/use-pages.ts'
import { useOffice } from '../office-context.tsx'
import { numberText } from '../statistics/figure-text.ts'
import { ReadingNote } from './reading-note.tsx'
import styles from './result-rules.module.css'
import { ScrolledList } from './scrolled-list.tsx'
import { TypeAnswer } from './type-answer.tsx'

const rowsOf = ({ answers }: { readonly answers: readonly GivenAnswerRow[] }) => answers
const keyOf = ({ answer }: GivenAnswerRow) => JSON.stringify(answer)

/** The answers that were given to a question, page by page. */
export const useGivenAnswers = (deliveryID: string, questionID: string) => {
  const { api } = useOffice()
  return usePages(api, { call: officeGivenAnswers, query: { deliveryID, questionID }, rowsOf, keyOf })
}

/** Answers that can be accepted beside the key: those that it doesn't give all marks, and that no decision accepts yet. */
export const acceptable = (rows: readonly GivenAnswerRow[]): readonly GivenAnswerRow[] =>
  rows.filter(({ isRight, isAccepted }) => !isRight && !isAccepted)

const Answer = ({
  of: { text: words, count, facility, isRight, isAccepted, byPerson },
  isTried,
  onTry,
}: {
  readonly of: GivenAnswerRow
  readonly isTried: boolean
  /** Undefined: it can't be accepted, or is accepted already. */
  readonly onTry: (() => void) | undefined
}) => {
  const { text, language } = useOffice()
  const notes = [
    ...(isRight ? [text('rules.given.right')] : []),
    ...(isAccepted ? [text('rules.given.accepted')] : []),
    ...(!isRight && facility !== undefined && facility > 0
      ? [text('rules.given.facility', { facility: numberText(facility, language.code) })]
      : []),
    ...(byPerson > 0 ? [text('rules.given.byPerson', { count: byPerson })] : []),
  ]
  return (
    <>
      <span className={styles.person} dir="auto">
        {words}
      </span>
      <span className={styles.figures}>{text('rules.given.count', { count })}</span>
      {onTry && (
        <button type="button" className={styles.try} aria-pressed={isTried} onClick={onTry}>
          {text('rules.given.try')}
        </button>
      )}
      {notes.length > 0 && <span className={styles.note}>{notes.join(' · ')}</span>}
    </>
  )
}

/** Which answers were given how often, and which of them are right. One of the others, or one that is typed, can be tried: `tried` is the one that would be accepted. */
export const GivenAnswers = ({
  place,
  given,
  tried,
  onTry,
}: {
  readonly place: { readonly deliveryID: string; readonly questionID: string }
  readonly given: ReturnType<typeof useGivenAnswers>
  readonly tried: GivenAnswerRow | undefined
  onTry(answer: GivenAnswerRow): void
}) => {
  const { text } = useOffice()
  const { rows, first, activity, hasMore, more, again } = given
  const triedKey = tried && keyOf(tried)
  const isMissing = rows.length === 0 && activity !== 'idle'
  return (
    <div>
      <h3 className={styles.heading}>{text('rules.given')}</h3>
      {isMissing && <ReadingNote isError={activity === 'failed'} onAgain={again} />}
      {!isMissing && rows.length === 0 && <p className={styles.quiet}>{text('rules.given.none')}</p>}
      {rows.length > 0 && (
        <ScrolledList label={text('rules.given')}>
          {rows.map((row) => (
            <li key={keyOf(row)}>
              <Answer
                of={row}
                isTried={keyOf(row) === triedKey}
                onTry={row.isRight || row.isAccepted ? undefined : () => onTry(row)}
              />
            </li>
          ))}
        </ScrolledList>
      )}
      {hasMore && (
        <Button className={density.press} isPending={activity === 'loadingMore'} onPress={more}>
          {text('rules.more')}
        </Button>
      )}
      {first?.typed && <TypeAnswer place={place} places={first.typed} onTry={onTry} />}
    </div>
  )
}
