import type { MarkingItem } from '@sitwell/contract'
import density from '@sitwell/office-ui/density.module.css'
import { Problem } from '@sitwell/office-ui/form.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { classNames } from '@sitwell/ui/class-names.ts'
import { useEffect, useRef, useState } from 'react'
import { useOffice, useOfficeParts } from '../../office-context.tsx'
import type { Given } from '../device/mark-records.ts'
import { givenOf } from '../mark/given-mark.ts'
import { criteriaOf, type MarkDraft } from '../mark/mark-draft.ts'
import { MarkForm, type MarkFormHandle } from '../mark/mark-form.tsx'
import { useMarkKeys, useMarkShortcuts } from '../mark/use-mark-keys.ts'
import type { MarkingSession } from '../work/marking-session.ts'
import { CannotDialog } from './cannot-dialog.tsx'
import styles from './page.module.css'
import { type Folding, QuestionReading, ResponsePane } from './response-pane.tsx'

/** The keys that go from criterion to criterion. */
const arrows = '↑ ↓'
/** The key that leads to half a mark. */
const point = '.'

const Key = ({ name }: { readonly name: string | undefined }) =>
  name === undefined ? null : (
    <span aria-hidden="true" className={styles.key}>
      {name}
    </span>
  )

/** One response while it is marked. Each opening of a response is another one of these, so that nothing of the mark before is left in it. */
export const Work = ({
  item,
  session,
  isFirst,
  folding,
  onStored,
}: {
  readonly item: MarkingItem
  readonly session: MarkingSession
  /** Nothing was shown before it: the page's heading has the focus. */
  readonly isFirst: boolean
  readonly folding: Folding
  onStored(): void
}) => {
  const { text, reportError } = useOffice()
  const { keptStart } = useOfficeParts()
  const [draft, setDraft] = useState(() => session.startOf(item))
  const [dialog, setDialog] = useState<'cannot'>()
  const [isStoring, setStoring] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  /** The key sets the flag while the focus is elsewhere, so a screen reader does not read the button. */
  const [flagSaid, setFlagSaid] = useState('')
  const form = useRef<MarkFormHandle>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const keys = useMarkKeys()
  useEffect(() => {
    if (!isFirst) heading.current?.focus()
  }, [isFirst])
  const enter = (next: MarkDraft) => {
    // Without the server too: whoever marks for an hour may load the page anew.
    keptStart.used()
    setDraft(next)
    session.enter(item, next)
  }
  const keep = async (given: Given) => {
    if (isStoring) return
    keptStart.used()
    setStoring(true)
    setFailed(false)
    try {
      await session.give(item, given)
      onStored()
    } catch (error) {
      reportError(error)
      setFailed(true)
      setStoring(false)
    }
  }
  const store = () => {
    const given = form.current?.check()
    if (given !== undefined) void keep(givenOf(given, draft))
  }
  const flag = () => {
    enter({ ...draft, isFlagged: !draft.isFlagged })
    setFlagSaid(text(draft.isFlagged ? 'marking.notFlagged' : 'marking.flagged'))
  }
  useMarkShortcuts(dialog === undefined && !isStoring, {
    onDigit: (digit) => form.current?.digit(digit),
    onFlag: flag,
    onCannot: () => setDialog('cannot'),
    onEnter: store,
  })
  return (
    // The page is in use: what is held stays held.
    // biome-ignore lint/a11y/noStaticElementInteractions: any use is noticed, and nothing is done
    <div className={styles.work} onKeyDown={session.used} onPointerDown={session.used}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys too */}
      <section className={styles.pane} tabIndex={0} aria-label={text('marking.response', { code: item.code })}>
        <ResponsePane item={item} heading={heading} folding={folding} />
      </section>
      <section className={classNames(styles.pane, styles.scheme)} aria-label={text('marking.scheme')}>
        <QuestionReading item={item}>
          <MarkForm
            ref={form}
            rules={{ maxMarks: item.maxMarks, scheme: item.scheme }}
            guidance={item.scheme?.guidance}
            draft={draft}
            onDraft={enter}
          />
        </QuestionReading>
        {hasFailed && <Problem>{text('marking.notStored')}</Problem>}
      </section>
      <section className={classNames(density.compact, styles.foot)} aria-label={text('marking.acts')}>
        <Button variant="primary" className={density.press} aria-keyshortcuts="Enter" isPending={isStoring} onPress={store}>
          <span>{text('marking.store')}</span>
          <Key name="⏎" />
        </Button>
        <div role="status" className={density.unseen}>
          {flagSaid}
        </div>
        <Button
          className={density.press}
          aria-pressed={draft.isFlagged}
          {...(keys.flag !== undefined && { 'aria-keyshortcuts': keys.flag })}
          onPress={flag}
        >
          <span>{text('marking.flag')}</span>
          <Key name={keys.flag?.toUpperCase()} />
        </Button>
        <Button
          className={density.press}
          {...(keys.cannot !== undefined && { 'aria-keyshortcuts': keys.cannot })}
          onPress={() => setDialog('cannot')}
        >
          <span>{text('marking.cannot')}</span>
          <Key name={keys.cannot?.toUpperCase()} />
        </Button>
        {session.mayGoBack() && (
          <Button variant="quiet" className={density.press} onPress={session.back}>
            {text('marking.back')}
          </Button>
        )}
        <Button variant="quiet" className={density.press} onPress={session.skip}>
          {text('marking.skip')}
        </Button>
        {keys.points !== undefined && (
          <span className={styles.hint}>
            <kbd className={styles.key}>{keys.points}</kbd> {text('marking.keyPoints')}
          </span>
        )}
        <span className={styles.hint}>
          <kbd className={styles.key}>{point}</kbd> {text('marking.keyPart')}
        </span>
        {criteriaOf({ maxMarks: item.maxMarks, scheme: item.scheme }).length > 1 && (
          <span className={styles.hint}>
            <kbd className={styles.key}>{arrows}</kbd> {text('marking.keyCriteria')}
          </span>
        )}
      </section>
      {dialog === 'cannot' && (
        <CannotDialog
          onReason={(reason) => {
            setDialog(undefined)
            void keep({ cannotMark: { reason } })
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
    </div>
  )
}
