import type { MarkingItem } from '@sitwell/contract'
import { useAddressQuery } from '@sitwell/navigation/use-address-query.ts'
import density from '@sitwell/office-ui/density.module.css'
import { Problem } from '@sitwell/office-ui/form.tsx'
import { Notice } from '@sitwell/office-ui/notice.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { classNames } from '@sitwell/ui/class-names.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { useOffice, useSessionState } from '../../office-context.tsx'
import { useIsLost } from '../../session/use-is-lost.ts'
import { OfficeLink } from '../../shell/office-link.tsx'
import { OfficePage } from '../../shell/office-page.tsx'
import type { MarkingDevice } from '../device/marking-device.ts'
import { minePath, progressMarked, queueTitle } from '../marking-text.ts'
import { WithKeptFiles } from '../response/kept-files.tsx'
import { aheadOf, shownIn } from '../work/marking-line.ts'
import type { MarkingSession, SessionState, Why } from '../work/marking-session.ts'
import { markingFields } from './marking-query.ts'
import styles from './page.module.css'
import { RefusedMarks } from './refused-marks.tsx'
import { useFilesAhead } from './use-files-ahead.ts'
import { useFollowed, useMarkingDevice, useMarkingSession, useQueue } from './use-marking.ts'
import { useWarnBeforeLeaving } from './use-warn-before-leaving.ts'
import { isSending, WhereMarksAre } from './where-marks-are.tsx'
import { Work } from './work.tsx'

/** Why there is no response to show, in words. */
const emptyText = (why: Why) => (why === 'own-tabs' ? 'marking.why.ownTabs' : (`marking.why.${why ?? 'done'}` as const))

/** In place of a response: what is waited for, or why there is none. */
const NoResponse = ({
  state: { reading, isOpening, why },
  isOffline,
  isSendingMarks,
  onAgain,
  onBack,
}: {
  readonly state: SessionState
  readonly isOffline: boolean
  /** The server counts a response as held until its mark arrives. */
  readonly isSendingMarks: boolean
  onAgain(): void
  readonly onBack: (() => void) | undefined
}) => {
  const { text } = useOffice()
  const isReading = isOpening || reading === 'reading' || (reading === 'idle' && why === 'full' && isSendingMarks)
  const words = (): ReactNode => {
    if (isReading) return <p role="status">{text('marking.loading')}</p>
    if (reading === 'missing') return <Problem>{text('marking.notFound')}</Problem>
    if (reading === 'failed') return <Problem>{text(isOffline ? 'marking.offlineEmpty' : 'marking.failed')}</Problem>
    return <p role="status">{text(emptyText(why))}</p>
  }
  return (
    <div className={classNames(density.compact, styles.none)}>
      {words()}
      <div className={styles.acts}>
        {!isReading && reading !== 'missing' && (
          <Button className={density.press} onPress={onAgain}>
            {text('marking.lookAgain')}
          </Button>
        )}
        {onBack && (
          <Button className={density.press} onPress={onBack}>
            {text('marking.back')}
          </Button>
        )}
        <OfficeLink to="/marking">{text('marking.allQueues')}</OfficeLink>
      </div>
    </div>
  )
}

/** How many responses can be marked without the server. Not announced: it changes with each mark. */
const Ahead = ({ count }: { readonly count: number }) => {
  const { text } = useOffice()
  return (
    <p className={classNames(density.compact, styles.quiet)}>
      {count === 0 ? text('marking.noneAhead') : text('marking.aheadHere', { count })}
    </p>
  )
}

/** Whether this page can be loaded anew without a network, with its responses. */
const opensOffline = (device: MarkingDevice): boolean =>
  device.files() !== undefined && (navigator.serviceWorker?.controller ?? null) !== null

/** Marks that met another one, each with the way to its response. */
const Conflicts = ({ session, state }: { readonly session: MarkingSession; readonly state: SessionState }) => {
  const { text, reportError } = useOffice()
  const newest = state.conflicts.at(-1)
  return (
    <div className={styles.conflicts}>
      <Notice onClose={() => newest && session.forgetConflict(newest.responseID)}>
        {newest && text(newest.isOwn ? 'marking.conflictOwn' : 'marking.conflictNow', { code: newest.code })}
      </Notice>
      {newest && (
        <Button className={density.press} onPress={() => void session.open(newest.responseID).catch(reportError)}>
          {text('marking.openResponse', { code: newest.code })}
        </Button>
      )}
    </div>
  )
}

const Marking = ({
  queueID,
  session,
  device,
}: {
  readonly queueID: string
  readonly session: MarkingSession
  readonly device: MarkingDevice
}) => {
  const { text, reportError } = useOffice()
  const person = useSessionState()
  const state = useFollowed(session) ?? session.state()
  const marks = useFollowed(device) ?? device.state()
  const [{ response }, change] = useAddressQuery(markingFields)
  const [isGone, setGone] = useState(false)
  const [isAskedOpen, setAskedOpen] = useState(true)
  const isLost = useIsLost()
  useFilesAhead(device, state.line)
  useWarnBeforeLeaving(marks.isOffline && !opensOffline(device))
  useEffect(() => {
    // What could not be read is, as soon as the server is there.
    if (!isLost && session.state().reading === 'failed') session.read().catch(reportError)
  }, [isLost, session, reportError])
  useEffect(() => {
    if (response === '') return
    session.open(response).then((isThere) => setGone(!isThere), reportError)
  }, [session, response, reportError])
  const item: MarkingItem | undefined = state.isOpening ? undefined : shownIn(state.line)
  const isOver = person.is === 'signed-in' && person.interruption !== undefined
  return (
    <>
      <Conflicts session={session} state={state} />
      {isGone && <Problem>{text('marking.responseGone')}</Problem>}
      <RefusedMarks
        refused={marks.refused}
        device={device}
        onOpen={({ responseID, queueID: of }) =>
          void (of === queueID ? session.open(responseID) : change({ response: responseID })).catch(reportError)
        }
      />
      {/* Nobody is signed in just now: a candidate's answer doesn't stay in sight behind the sign-in. */}
      {isOver && <p role="status">{text('marking.hidden')}</p>}
      {!isOver && item !== undefined && (
        <WithKeptFiles item={item} device={device}>
          <Work
            key={`${item.responseID} ${state.opening}`}
            item={item}
            session={session}
            isFirst={state.opening <= 1}
            folding={{ isOpen: isAskedOpen, onOpen: setAskedOpen }}
            onStored={() => response !== '' && void change({ response: '' })}
          />
        </WithKeptFiles>
      )}
      {!isOver && item === undefined && (
        <NoResponse
          state={state}
          isOffline={marks.isOffline || isLost}
          isSendingMarks={isSending(marks)}
          onAgain={() => void session.read().catch(reportError)}
          onBack={session.mayGoBack() && !state.isOpening ? session.back : undefined}
        />
      )}
      <div role="status" aria-busy={isSending(marks)} className={classNames(density.compact, styles.where)}>
        <WhereMarksAre marks={marks} />
      </div>
      {!isOver && item !== undefined && <Ahead count={state.line.ahead.length} />}
    </>
  )
}

/** Marks after which the queue is counted again. */
const marksBetweenCounts = 5

/** One queue of a marker: a response after the other, with the question and the mark scheme beside it. */
const MarkingPage = ({ queueID }: { readonly queueID: string }) => {
  const { text } = useOffice()
  const device = useMarkingDevice()
  const session = useMarkingSession(queueID, device)
  const marks = useFollowed(device)
  const state = useFollowed(session)
  const sent = marks?.sent ?? 0
  // Nothing is left to mark: then the last of them is counted too.
  const isThrough = state !== undefined && shownIn(state.line) === undefined
  const { queue } = useQueue(queueID, isThrough ? sent : Math.floor(sent / marksBetweenCounts), state?.moreMarked)
  const left = queue && queue.counts.waiting + queue.counts.changed
  useEffect(() => {
    if (left !== undefined) session?.wantAhead(aheadOf(left))
  }, [session, left])
  return (
    <OfficePage
      title={queue === undefined ? text('marking.heading') : queueTitle(queue, text)}
      above={<OfficeLink to="/marking">{text('marking.allQueues')}</OfficeLink>}
      fills
      isLoading={session === undefined}
      actions={
        <>
          {queue && <span className={styles.progress}>{progressMarked(queue.counts, text)}</span>}
          <OfficeLink to={minePath(queueID)}>{text('marking.mine')}</OfficeLink>
        </>
      }
    >
      {device && session ? (
        <Marking queueID={queueID} session={session} device={device} />
      ) : (
        <p role="status">{text('marking.loading')}</p>
      )}
    </OfficePage>
  )
}

export default MarkingPage
