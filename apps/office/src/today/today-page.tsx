import { officeToday, officeTodayOperation } from '@sitwell/contract'
import { clockTime } from '@sitwell/i18n/dates'
import { Problem } from '@sitwell/office-ui/form.tsx'
import { useOfficeTexts } from '@sitwell/office-ui/office-texts.tsx'
import { StatusLine } from '@sitwell/office-ui/status-line.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { officeQuery } from '../calls/office-query.ts'
import { useOffice } from '../office-context.tsx'
import { useMomentText } from '../people/use-moment-text.ts'
import { OfficePage } from '../shell/office-page.tsx'
import { DueList } from './due-list.tsx'
import { ServerFacts } from './server-facts.tsx'
import styles from './today.module.css'

const minuteMs = 60_000

/**
 * What needs the person, and for operators how the server stands. It is read when the page opens and when asked: a page that reads by itself would
 * keep a session open that nobody uses. `leadsTo`: whether an address shows a page to this person.
 */
const TodayPage = ({ leadsTo }: { leadsTo(path: string): boolean }) => {
  const { api, text, may, nowMs } = useOffice()
  const { timeZone, language } = useOfficeTexts()
  const moment = useMomentText()
  const queries = useQueryClient()
  const { data, isError } = useQuery(officeQuery(api, officeToday, { query: { zone: timeZone } }))
  const [isReading, setReading] = useState(false)
  const [readMs, setReadMs] = useState<number>()
  const readAgain = async () => {
    setReading(true)
    setReadMs(undefined)
    const names = [officeToday.name, officeTodayOperation.name]
    await Promise.all(names.map((name) => queries.invalidateQueries({ queryKey: [name] })))
    setReading(false)
    setReadMs(nowMs())
  }
  const wasRead = readMs !== undefined && !isError
  return (
    <OfficePage
      title={text('today.title')}
      isLoading={data === undefined && !isError}
      actions={
        <Button className={styles.press} isPending={isReading} onPress={readAgain}>
          {text('today.readAgain')}
        </Button>
      }
    >
      <div className={styles.page}>
        <p role="status" className={styles.told}>
          {wasRead ? text('today.wasRead', { time: clockTime(readMs, timeZone, language.code) }) : ''}
        </p>
        {isError && (
          <Problem>{data === undefined ? text('today.failed') : text('today.failedKept', { time: moment(data.asOf) })}</Problem>
        )}
        {data === undefined && !isError && <p role="status">{text('today.loading')}</p>}
        {data !== undefined && <DueList entries={data.entries} asOfMs={Date.parse(data.asOf)} leadsTo={leadsTo} />}
        {may('system.read') && <ServerFacts />}
        {data !== undefined && <StatusLine asOfMs={Date.parse(data.asOf)} staleAfterMs={5 * minuteMs} />}
      </div>
    </OfficePage>
  )
}

export default TodayPage
