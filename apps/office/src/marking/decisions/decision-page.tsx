import { type MarkingItem, officeMarkingConflicts, officeMarkingResponse, officeMarkingResponses } from '@sitwell/contract'
import { useAddressQuery } from '@sitwell/navigation/use-address-query.ts'
import density from '@sitwell/office-ui/density.module.css'
import { Problem } from '@sitwell/office-ui/form.tsx'
import { TextArea } from '@sitwell/office-ui/text-input.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { classNames } from '@sitwell/ui/class-names.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { CallFailed, officeQuery } from '../../calls/office-query.ts'
import { useOffice } from '../../office-context.tsx'
import { OfficeLink } from '../../shell/office-link.tsx'
import { OfficePage } from '../../shell/office-page.tsx'
import { emptyDraft } from '../mark/mark-draft.ts'
import { MarkForm, type MarkFormHandle } from '../mark/mark-form.tsx'
import { useMarksText } from '../mark/marks-text.ts'
import { useMarkShortcuts } from '../mark/use-mark-keys.ts'
import { fromFields, responsesPath } from '../override/override-address.ts'
import pageStyles from '../page/page.module.css'
import { QuestionReading, ResponsePane } from '../page/response-pane.tsx'
import styles from './decisions.module.css'
import { mayBeReturned, ReturnPart } from './return-part.tsx'
import { useDeciding } from './use-deciding.ts'

const nothing = () => {}

/** What counts before the decision. */
const MarksNow = ({ item: { marksNow, maxMarks, isAutomatic, entries } }: { readonly item: MarkingItem }) => {
  const { text } = useOffice()
  const marksText = useMarksText()
  if (marksNow === undefined) return null
  const isOfKey = isAutomatic && entries.length === 0
  const values = { marks: marksText(marksNow), most: marksText(maxMarks) }
  return (
    <div className={styles.now}>
      <p>{text(isOfKey ? 'marking.marksNowKey' : 'marking.marksNow', values)}</p>
      {isAutomatic && <p className={pageStyles.quiet}>{text('marking.overrideEffect')}</p>}
    </div>
  )
}

/** What somebody decides: the marks that a response has from now on, and why. */
const Decision = ({
  item,
  onDone,
  onReturned,
  onChanged,
}: {
  readonly item: MarkingItem
  onDone(): void
  onReturned(): void
  onChanged(): void
}) => {
  const { text } = useOffice()
  const [draft, setDraft] = useState(emptyDraft)
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const form = useRef<MarkFormHandle>(null)
  const reasonPlace = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const { isPending, problem, send } = useDeciding(item, onDone, onChanged)
  const decide = () => {
    const given = form.current?.check()
    if (given === undefined || isPending) return
    if (reason.trim() !== '') return void send(given, draft, reason)
    setMissing(true)
    reasonPlace.current?.querySelector('textarea')?.focus()
  }
  useMarkShortcuts(item.mayDecide && !isPending, {
    onDigit: (digit) => form.current?.digit(digit),
    onFlag: nothing,
    onCannot: nothing,
    onEnter: decide,
  })
  return (
    <div className={pageStyles.work}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys too */}
      <section className={pageStyles.pane} tabIndex={0} aria-label={text('marking.response', { code: item.code })}>
        <ResponsePane item={item} heading={heading} isHeld={false} />
      </section>
      <section className={classNames(pageStyles.pane, pageStyles.scheme)} aria-label={text('marking.scheme')}>
        {item.mayDecide ? (
          <QuestionReading item={item}>
            <MarksNow item={item} />
            <MarkForm
              ref={form}
              rules={{ maxMarks: item.maxMarks, scheme: item.scheme }}
              guidance={item.scheme?.guidance}
              draft={draft}
              onDraft={setDraft}
            />
            <div ref={reasonPlace} className={styles.reason}>
              <TextArea
                label={text('marking.decideReason')}
                help={text('marking.decideReasonHelp')}
                error={isMissing && reason.trim() === '' ? text('marking.decideReasonMissing') : undefined}
                isRequired
                maxLength={1000}
                value={reason}
                onChange={setReason}
              />
            </div>
          </QuestionReading>
        ) : (
          <p>{text(item.state === 'marked' ? 'marking.decided' : 'marking.decideOwn')}</p>
        )}
        {problem !== undefined && <Problem>{problem}</Problem>}
      </section>
      {item.mayDecide && (
        <section className={classNames(density.compact, pageStyles.foot)} aria-label={text('marking.acts')}>
          <Button variant="primary" className={density.press} isPending={isPending} onPress={decide}>
            {text('marking.decide')}
          </Button>
          {mayBeReturned(item) && <ReturnPart item={item} onDone={onReturned} onChanged={onChanged} />}
        </section>
      )}
    </div>
  )
}

const isMissing = (error: unknown): boolean =>
  error instanceof CallFailed && error.failure.kind === 'refused' && error.failure.code !== 'SERVER_ERROR'

/** One response about which somebody decides: its answer, all marks of it without names, and what is decided. */
const DecisionPage = ({ responseID }: { readonly responseID: string }) => {
  const { api, text } = useOffice()
  const queries = useQueryClient()
  const query = officeQuery(api, officeMarkingResponse, { query: { responseID } })
  // The data doesn't change while the page is open, and each opening reads it again: data from before a decision is not a basis for the next one.
  const { data, error, isError, refetch } = useQuery({ ...query, staleTime: Number.POSITIVE_INFINITY, gcTime: 0 })
  const [{ from }] = useAddressQuery(fromFields)
  const back = from === '' ? '/marking/decisions' : responsesPath(from)
  const backText = text(from === '' ? 'marking.decisions' : 'marking.overrideResponses')
  const [done, setDone] = useState<'decided' | 'returned'>()
  const doneLine = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (done) doneLine.current?.focus()
  }, [done])
  const item = data?.response
  const end = (how: 'decided' | 'returned') => () => {
    setDone(how)
    for (const { name } of [officeMarkingConflicts, officeMarkingResponses])
      void queries.invalidateQueries({ queryKey: [name] })
    void refetch()
  }
  return (
    <OfficePage
      title={item === undefined ? text('marking.decisions') : text('marking.decideOn', { code: item.code })}
      above={<OfficeLink to={back}>{backText}</OfficeLink>}
      fills
      isLoading={item === undefined && !isError}
    >
      {done && (
        <p ref={doneLine} tabIndex={-1} role="status" className={styles.done}>
          <span className={styles.doneText}>{text(done === 'decided' ? 'marking.decideDone' : 'marking.returnDone')}</span>
          <OfficeLink to={back}>{text('marking.decideNext')}</OfficeLink>
        </p>
      )}
      {item === undefined && !isError && <p role="status">{text('marking.loading')}</p>}
      {item === undefined && isError && (
        <div className={pageStyles.none}>
          <Problem>{text(isMissing(error) ? 'marking.responseGone' : 'marking.failed')}</Problem>
          {!isMissing(error) && (
            <Button className={density.press} onPress={() => void refetch()}>
              {text('table.retry')}
            </Button>
          )}
        </div>
      )}
      {item && !done && (
        <Decision item={item} onDone={end('decided')} onReturned={end('returned')} onChanged={() => void refetch()} />
      )}
    </OfficePage>
  )
}

export default DecisionPage
