import { officePrintRoomReport, officeRoomReport, officeRoomReports, type RoomReport } from '@sitwell/contract'
import { Problem } from '@sitwell/office-ui/form.tsx'
import { Notice } from '@sitwell/office-ui/notice.tsx'
import { StatusLine } from '@sitwell/office-ui/status-line.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { officeQuery } from '../calls/office-query.ts'
import { clockText } from '../deliveries/clock-text.ts'
import { useOffice } from '../office-context.tsx'
import { useMomentText } from '../people/use-moment-text.ts'
import { useResultFocus } from '../people/use-result-focus.ts'
import { OfficeLink } from '../shell/office-link.tsx'
import { ReadingPage } from '../shell/reading-page.tsx'
import styles from './exam-day.module.css'
import { ReportTable } from './report-table.tsx'
import { changeText, figuresOf, incidentText, leftToDo, roomTitle } from './report-text.ts'
import { noRoomId, roomsPath } from './room-paths.ts'
import { useSavingPaper } from './save-paper.ts'
import { SignOffDialog } from './sign-off-dialog.tsx'

const minuteMs = 60_000

const Incidents = ({ report: { incidents, zone } }: { readonly report: RoomReport }) => {
  const { text, language } = useOffice()
  const clock = clockText(language.code, zone)
  return (
    <section className={styles.part}>
      <h2 className={styles.title}>{text('examDay.incidents')}</h2>
      {incidents.length === 0 && <p className={styles.quiet}>{text('examDay.noIncidents')}</p>}
      <ul className={styles.list}>
        {incidents.map((one) => (
          <li key={`${one.rowID} ${one.at} ${one.text}`}>{incidentText(one, clock, text)}</li>
        ))}
      </ul>
    </section>
  )
}

const SignOffs = ({ report: { signOffs, changes } }: { readonly report: RoomReport }) => {
  const { text } = useOffice()
  const moment = useMomentText()
  return (
    <section className={styles.part}>
      <h2 className={styles.title}>{text('examDay.signOffs')}</h2>
      {signOffs.length === 0 && <p className={styles.quiet}>{text('examDay.unsigned')}</p>}
      <ul className={styles.list}>
        {signOffs.map(({ number, by, at, remark }) => (
          <li key={number}>
            <span>{text('examDay.signedBy', { by, time: moment(at) })}</span>
            {remark !== '' && <p>{remark}</p>}
          </li>
        ))}
      </ul>
      {changes.length > 0 && (
        <>
          <h3>{text('examDay.changes')}</h3>
          <ul>
            {changes.map((change) => (
              <li key={`${change.rowID} ${change.what}`}>{changeText(change, text)}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

const Report = ({ report, onRead }: { readonly report: RoomReport; onRead(report: RoomReport): void }) => {
  const { text } = useOffice()
  const [isSigning, setSigning] = useState(false)
  const [notice, setNotice] = useState<string>()
  const { isPending, problem, save } = useSavingPaper()
  const result = useResultFocus(notice, isSigning)
  const todo = leftToDo(report.counts, text)
  const { deliveryID, roomID } = report
  const print = async () => {
    setNotice(undefined)
    const body = { deliveryID, ...(roomID !== undefined && { roomID }) }
    if (await save(officePrintRoomReport, { body })) setNotice(text('examDay.report.saved'))
  }
  return (
    <div className={styles.page}>
      <p className={styles.facts}>
        {figuresOf(report.counts, text).map((sentence) => (
          <span key={sentence}>{sentence}</span>
        ))}
      </p>
      <section className={styles.part}>
        <h2 className={styles.title}>{text('examDay.todo')}</h2>
        {todo.length === 0 && <p>{text('examDay.nothing')}</p>}
        <ul>
          {todo.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </section>
      <div ref={result} tabIndex={-1} className={styles.result}>
        <Notice onClose={() => setNotice(undefined)}>{notice}</Notice>
        {problem !== undefined && <Problem>{problem}</Problem>}
      </div>
      <div className={styles.acts}>
        {report.maySign && (
          <Button variant="primary" className={styles.press} onPress={() => setSigning(true)}>
            {text('examDay.sign.open')}
          </Button>
        )}
        <Button className={styles.press} isPending={isPending} onPress={() => void print()}>
          {text('examDay.report.save')}
        </Button>
      </div>
      <ReportTable report={report} />
      <Incidents report={report} />
      <SignOffs report={report} />
      <StatusLine asOfMs={Date.parse(report.asOf)} staleAfterMs={5 * minuteMs} />
      {isSigning && (
        <SignOffDialog
          report={report}
          onRead={onRead}
          onDone={(read) => {
            onRead(read)
            setSigning(false)
            setNotice(text('examDay.sign.done'))
          }}
          onClose={() => setSigning(false)}
        />
      )}
    </div>
  )
}

/** What happened in one room of a delivery, and who has signed that off. */
const RoomReportPage = ({ deliveryID, roomID }: { readonly deliveryID: string; readonly roomID: string }) => {
  const { api, text } = useOffice()
  const queries = useQueryClient()
  const asked = officeQuery(api, officeRoomReport, {
    query: { deliveryID, ...(roomID !== noRoomId && { roomID }) },
  })
  const { data, isError, error, isFetching, refetch } = useQuery(asked)
  const moment = useMomentText()
  const onRead = (report: RoomReport) => {
    queries.setQueryData(asked.queryKey, report)
    void queries.invalidateQueries({ queryKey: [officeRoomReports.name] })
  }
  return (
    <ReadingPage
      words={{
        ...{ heading: text('examDay.report'), loading: text('examDay.reportLoading') },
        ...{ failed: text('examDay.reportFailed'), missing: text('examDay.gone') },
      }}
      title={data && text('examDay.reportOf', { room: roomTitle(data, text) })}
      above={
        <>
          <OfficeLink to={roomsPath(deliveryID)}>{text('examDay.allRooms')}</OfficeLink>
          {data && <bdi className={styles.crumb}>{data.name}</bdi>}
        </>
      }
      actions={
        <Button className={styles.press} isPending={isFetching} onPress={() => void refetch()}>
          {text('examDay.readAgain')}
        </Button>
      }
      reading={{ isError, error, isLoaded: data !== undefined, onAgain: () => void refetch() }}
    >
      {isError && data && <Problem>{text('examDay.failedKept', { time: moment(data.asOf) })}</Problem>}
      {data && <Report report={data} onRead={onRead} />}
    </ReadingPage>
  )
}

export default RoomReportPage
