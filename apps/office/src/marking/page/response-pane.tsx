import type { MarkingItem } from '@sitwell/contract'
import { classNames } from '@sitwell/ui/class-names.ts'
import { Html } from '@sitwell/ui/html.tsx'
import { HtmlReadingProvider } from '@sitwell/ui/html-reading.tsx'
import { type ReactNode, type RefObject, useMemo } from 'react'
import { useOffice } from '../../office-context.tsx'
import { AskedQuestion } from '../response/asked-question.tsx'
import { useKeptFiles } from '../response/kept-files.tsx'
import { MarkedAnswer } from '../response/marked-response.tsx'
import { questionFileName } from '../work/files-of.ts'
import { ClaimLine } from './claim-line.tsx'
import { EntriesPart } from './entries-part.tsx'
import styles from './page.module.css'
import { useMediaAddress } from './use-media-address.ts'

/** Reads HTML of a question by its own files. */
export const QuestionReading = ({ item, children }: { readonly item: MarkingItem; readonly children: ReactNode }) => {
  const mediaOf = useMediaAddress()
  const kept = useKeptFiles()
  const reading = useMemo(() => {
    const onServer = mediaOf(item)
    const resolveUrl = (address: string) => {
      const found = onServer(address)
      return found && (kept.get(questionFileName(found)) ?? found)
    }
    return { resolveUrl }
  }, [mediaOf, item, kept])
  return <HtmlReadingProvider reading={reading}>{children}</HtmlReadingProvider>
}

/** Whether the question shows above each answer of a queue: who has read it often enough folds it away for the next ones too. */
export interface Folding {
  readonly isOpen: boolean
  onOpen(isOpen: boolean): void
}

/** The question as this candidate got it, and below it what they answered. */
export const ResponsePane = ({
  item,
  heading,
  isHeld = true,
  folding,
}: {
  readonly item: MarkingItem
  readonly heading: RefObject<HTMLHeadingElement | null>
  /** Whoever marks holds it; whoever decides about it doesn't have to. */
  readonly isHeld?: boolean
  readonly folding?: Folding
}) => {
  const { text } = useOffice()
  const { code, responseID, earlier, state, workings, notes, scheme } = item
  const of = { code, responseID }
  const asked = text('marking.question', { number: item.question.number })
  return (
    <QuestionReading item={item}>
      <div className={styles.responseHead}>
        <h2 ref={heading} tabIndex={-1} className={styles.code}>
          {text('marking.response', { code })}
        </h2>
        {isHeld && <ClaimLine item={item} />}
      </div>
      {state === 'conflict' && <p className={classNames(styles.note, styles.grave)}>{text('marking.isConflict')}</p>}
      {state === 'cannot' && <p className={classNames(styles.note, styles.grave)}>{text('marking.isCannot')}</p>}
      {earlier && <p className={classNames(styles.note, styles.grave)}>{text('marking.isChanged')}</p>}
      <section aria-label={asked} className={styles.asked}>
        <details open={folding?.isOpen ?? true} onToggle={({ currentTarget: { open } }) => folding?.onOpen(open)}>
          <summary>{asked}</summary>
          <AskedQuestion question={item.question} />
        </details>
      </section>
      <section aria-label={text('marking.answer')} className={styles.answer}>
        {earlier && <h3 className={styles.small}>{text('marking.answerNow')}</h3>}
        <MarkedAnswer response={item.response} {...of} />
        {workings !== undefined && workings !== '' && (
          <details className={styles.more} open>
            <summary>{text('marking.workings')}</summary>
            <p dir="auto" className={styles.pre}>
              {workings}
            </p>
          </details>
        )}
      </section>
      {earlier && (
        <section aria-label={text('marking.answerBefore')} className={classNames(styles.answer, styles.before)}>
          <h3 className={styles.small}>{text('marking.answerBefore')}</h3>
          <MarkedAnswer response={earlier.response} {...of} />
          {earlier.workings !== undefined && earlier.workings !== '' && (
            <p dir="auto" className={styles.pre}>
              {earlier.workings}
            </p>
          )}
        </section>
      )}
      {/* An import copies the author's notes for markers into both places. The scheme beside the marks shows them already. */}
      {notes !== undefined && notes !== '' && notes !== scheme?.guidance && (
        <details className={styles.more}>
          <summary>{text('marking.notes')}</summary>
          <div dir="auto">
            <Html html={notes} />
          </div>
        </details>
      )}
      <EntriesPart item={item} />
    </QuestionReading>
  )
}
